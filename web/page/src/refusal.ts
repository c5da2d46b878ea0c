/**
 * Why a move is refused that its piece could make but for the kings. The rules library judges: here the position is only
 * asked about again with checks allowed, or without the men that might attack the mover's king.
 */

import { boardAt, infoOf, loadHidden, type Board } from './rules.ts';
import { fileOf, rankOf } from './board/state.ts';
import { t } from './words.ts';

/** The reason in words; `undefined` where the piece does not move so at all. */
export function refusal(board: Board, variant: string, from: string, to: string): string | undefined {
  if (board.outcome()) return t('refused.over');
  const fen = board.fen();
  if (!infoOf(variant).checks) {
    const name = `_checks-${variant}`;
    loadHidden(`[${name}:${variant}]\nchecking = true\n`);
    if (allows(name, fen, from, to)) return t('refused.givesCheck');
  }
  const rows = rowsOf(fen);
  if (between(from, to).every((square) => at(rows, square) === ' ') && allows(variant, withoutEnemies(fen, rows, to), from, to)) return t('refused.ownCheck');
  return undefined;
}

function allows(variant: string, fen: string, from: string, to: string): boolean {
  try {
    const board = boardAt(variant, fen, 'variant');
    const found = board.destinations()[from]?.includes(to) ?? false;
    board.delete();
    return found;
  } catch {
    // A position that the rules do not know tells nothing.
    return false;
  }
}

/** The board as eight rows of eight letters, from the eighth rank down; marks of promoted pieces are left out. */
function rowsOf(fen: string): string[] {
  const placement = (fen.split(' ')[0] ?? '').replaceAll('~', '');
  return placement.split('/').map((row) => row.replace(/\d/g, (digit) => ' '.repeat(Number(digit))));
}

const at = (rows: string[], square: string): string => rows[7 - rankOf(square)]?.[fileOf(square)] ?? ' ';

/** The squares on the straight line between two squares; none for a leap. */
function between(from: string, to: string): string[] {
  const [files, ranks] = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)];
  const steps = Math.max(Math.abs(files), Math.abs(ranks));
  if (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks)) return [];
  return Array.from({ length: steps - 1 }, (_, index) => {
    const share = (index + 1) / steps;
    return String.fromCharCode(97 + fileOf(from) + files * share) + String(1 + rankOf(from) + ranks * share);
  });
}

/** The FEN without the other side's men, its king and what stands on one square excepted. */
function withoutEnemies(fen: string, rows: string[], kept: string): string {
  const [, turn = 'w'] = fen.split(' ');
  const enemy = (letter: string): boolean => letter !== ' ' && (turn === 'w') === (letter === letter.toLowerCase());
  const placement = rows.map((row, index) =>
    [...row]
      .map((letter, file) => (enemy(letter) && letter.toLowerCase() !== 'k' && kept !== 'abcdefgh'[file] + String(8 - index) ? ' ' : letter))
      .join('')
      .replace(/ +/g, (gap) => String(gap.length)),
  );
  return `${placement.join('/')} ${turn} - - 0 1`;
}
