/** The tree of a game as the rules library's PGN has it. A count that was called is a comment there. */

import type { Game as PgnGame, PgnMove } from 'khun/board';
import type { Game, GameNode } from './game.ts';

const CALLED = 'count called';
const STOPPED = 'count given up';

/** What was called at a node, as comments. */
export const callsOf = (node: GameNode): string[] => (node.call ? [node.call === 'start' ? CALLED : STOPPED] : []);

/** The moves from a node to the end of its line. */
export function lineFrom(head: GameNode): PgnMove[] {
  const moves: PgnMove[] = [];
  for (let node: GameNode | undefined = head; node; node = node.children[0]) {
    const [first, ...others]: GameNode[] = node.parent?.children ?? [];
    moves.push({ move: node.uci, comments: callsOf(node), variations: first === node ? others.map(lineFrom) : [] });
  }
  return moves;
}

/** Whether a count is called in a game that was read. */
export const isCalled = (game: PgnGame): boolean => game.comments.includes(CALLED) || game.line.some(({ comments }) => comments.includes(CALLED));

/** Calls what the comments behind a move say. */
export function callAt(game: Game, node: GameNode, comments: string[]): void {
  if (comments.includes(CALLED)) game.call('start', node);
  if (comments.includes(STOPPED)) game.call('stop', node);
}

/** Plays a line that was read, with its variations, from a node on. */
export function growLine(game: Game, from: GameNode, line: PgnMove[]): void {
  let at = from;
  for (const { move, comments, variations } of line) {
    const node = game.play(move, at);
    if (!node) return;
    callAt(game, node, comments ?? []);
    // The game itself comes first: a variation is another move in the same position.
    for (const variation of variations ?? []) growLine(game, at, variation);
    at = node;
  }
}
