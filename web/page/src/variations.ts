/** Variations in PGN: the rules library reads and writes the game itself, here is what stands in brackets. */

import type { Game, GameNode } from './game.ts';

const number = (node: GameNode): string => {
  const moved = node.parent?.fen.split(' ').at(-1) ?? '1';
  return node.toMove === 'black' ? `${moved}.` : `${moved}...`;
};

/** A line from a node to its end, with its side lines after the move that they replace. */
function line(head: GameNode): string[] {
  const words: string[] = [];
  let numbered = false;
  for (let node: GameNode | undefined = head; node; node = node.children[0]) {
    if (!numbered || node.toMove === 'black') words.push(number(node));
    words.push(node.san);
    numbered = true;
    if (node.call) words.push(node.call === 'start' ? '{count called}' : '{count given up}');
    if (node === head && !node.isMain) continue;
    const others: GameNode[] = node.parent?.children.filter((other) => other !== node) ?? [];
    for (const other of others) words.push(`(${line(other).join(' ')})`);
    if (others.length) numbered = false;
  }
  return words;
}

/** Whether a game has anything in brackets. */
export const hasVariations = (game: Game): boolean => game.mainLine().some((node) => node.children.length > 1);

/** A game's PGN with its variations, from the PGN without them. */
export function withVariations(game: Game, pgn: string): string {
  const first = game.root.children[0];
  const tags = pgn.slice(0, pgn.indexOf('\n\n') + 2);
  if (!first) return pgn;
  const rows = [''];
  for (const word of [...line(first), game.result].join(' ').split(' ')) {
    const row = rows.at(-1) ?? '';
    if (row.length + word.length > 79) rows.push(word);
    else rows[rows.length - 1] = row ? `${row} ${word}` : word;
  }
  return `${tags}${rows.join('\n')}\n`;
}

/** Adds to a game that was read what its PGN has in brackets. A move there that is not legal ends its variation. */
export function readVariations(game: Game, pgn: string): void {
  const text = pgn
    .replace(/^\s*\[\w+\s+"(?:[^"\\]|\\.)*"\]\s*$/gm, ' ')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/;.*$/gm, ' ');
  let node: GameNode | undefined = game.root;
  const outer: (GameNode | undefined)[] = [];
  for (const [word] of text.matchAll(/[()]|[^\s()]+/g)) {
    if (word === '(') {
      outer.push(node);
      // What stands in brackets replaces the move before them.
      node = node?.parent;
    } else if (word === ')') {
      if (!outer.length) return;
      node = outer.pop();
    } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word) && !outer.length) return;
    else if (node && !/^(\d+\.*|\$\d+|\.+|[!?]+)$/.test(word)) node = play(game, node, word.replace(/^\d+\.+/, ''));
  }
}

function play(game: Game, at: GameNode, san: string): GameNode | undefined {
  try {
    return game.play(game.with(at, (board) => board.parseSan(san.replace(/[!?]+$/, ''))), at);
  } catch {
    // The rest of this line cannot be followed; the game itself is already read.
    return undefined;
  }
}
