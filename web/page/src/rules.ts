/** The rules, as `khun/board` knows them, and what a position shows. Nothing here decides what is legal. */

import type * as BoardFace from 'khun/board';
import type { Count, Outcome, PieceBasis, VariantInfo } from 'khun/board';
import type { Color, PlacedPiece } from './board/state.ts';
import { packageFile } from './engine.ts';

export type { Count, Outcome, PieceBasis, VariantInfo };
export type Board = BoardFace.Board;

let face: BoardFace.BoardModule | undefined;
let own: string[] = [];

/** Loads the rules library; every other function here needs it. */
export async function loadRules(): Promise<void> {
  const { default: init } = (await import(/* @vite-ignore */ packageFile('board/index.js'))) as typeof BoardFace;
  face = await init();
}

function rules(): BoardFace.BoardModule {
  if (!face) throw new Error('the rules are used before they are loaded');
  return face;
}

/** The games, without the rule sets that only read Makruk's count another way: that is a setting. */
export function games(): string[] {
  const hidden = readings().flatMap((reading) => [reading, `makruk-${reading}`]);
  return rules().variants().split(' ').filter((name) => name && !name.startsWith('_') && !hidden.includes(name));
}

/** The games that came from the user's own rules file. */
export const ownGames = (): string[] => own;

/** The readings of the count that may be chosen, except "as the rules file says". */
export const readings = (): string[] => rules().countings().filter((reading) => reading !== 'variant');

export function hasGame(variant: string): boolean {
  return rules().variants().split(' ').includes(variant);
}

const infos = new Map<string, VariantInfo>();

export function infoOf(variant: string): VariantInfo {
  const known = infos.get(variant) ?? rules().variantInfo(variant);
  infos.set(variant, known);
  return known;
}

/** Which drawings a game is played with: chess pieces where there is a race or a chess queen or bishop, else our Makruk set. */
export function setOf(variant: string): 'makruk' | 'chess' {
  const info = infoOf(variant);
  return info.pieces.some(({ kind }) => kind === 'queen' || kind === 'bishop') ? 'chess' : 'makruk';
}

const MAKRUK: Record<string, string> = { king: 'khun', met: 'met', khon: 'khon', knight: 'ma', rook: 'ruea', pawn: 'bia' };

/** The drawing of a piece in a game's set. */
export function glyphOf(variant: string, kind: string): string {
  return setOf(variant) === 'makruk' ? (MAKRUK[kind] ?? kind) : kind;
}

/** The kind of piece behind a letter of a FEN or a move. */
export function kindOf(variant: string, letter: string): string {
  return infoOf(variant).pieces.find((piece) => piece.letter === letter.toLowerCase())?.kind ?? 'pawn';
}

/** A board at a position, in a reading of the count. Throws with the faults of the FEN. */
export function boardAt(variant: string, fen: string | undefined, reading: string): Board {
  const board = fen === undefined ? new (rules().Board)(variant) : new (rules().Board)(variant, fen);
  if (infoOf(variant).counting && reading !== 'variant') board.setCounting(reading);
  return board;
}

/** What is wrong with a FEN. */
export const fenFaults = (fen: string, variant: string): BoardFace.FenFault[] => rules().fenFaults(fen, variant);

/** All games of a PGN text. Throws for what cannot be read. */
export const readGames = (pgn: string): BoardFace.Game[] => rules().readGamesPGN(pgn);

/** A game as PGN. */
export const writeGame = (game: BoardFace.WrittenGame): string => rules().writeGamePGN(game);

/** Adds the games of a rules file; its faults come back, and which games are new. */
export function loadRulesFile(text: string): { faults: string[]; names: string[] } {
  const before = new Set(rules().variants().split(' '));
  const faults = rules().loadVariantConfig(text);
  infos.clear();
  const sections = [...text.matchAll(/^\s*\[([^\]:]+)/gm)].map((match) => (match[1] ?? '').trim().toLowerCase());
  const names = rules().variants().split(' ').filter((name) => !before.has(name) || sections.includes(name));
  own = [...new Set([...own, ...names])];
  return { faults, names };
}

/** Adds a rule set that only this page uses; its name begins with `_`, so that it is listed nowhere. */
export function loadHidden(text: string): void {
  if (!hidden.has(text)) rules().loadVariantConfig(text);
  hidden.add(text);
}

const hidden = new Set<string>();

/** The pieces of a FEN; `~` marks a promoted one, and so do the squares in `promoted`. */
export function placed(variant: string, fen: string, promoted: ReadonlySet<string>): Map<string, PlacedPiece> {
  const pieces = new Map<string, PlacedPiece>();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const mark of row.matchAll(/\d|([a-zA-Z])(~?)/g)) {
      const letter = mark[1];
      if (letter === undefined) file += Number(mark[0]);
      else {
        const square = 'abcdefgh'[file++] + String(8 - index);
        const color: Color = letter === letter.toUpperCase() ? 'white' : 'black';
        const kind = kindOf(variant, letter);
        const ngai = (mark[2] === '~' || promoted.has(square)) && setOf(variant) === 'makruk' && kind === 'met';
        pieces.set(square, { color, glyph: ngai ? 'ngai' : glyphOf(variant, kind) });
      }
    }
  });
  return pieces;
}

/** The squares that a FEN marks with `~`. */
export function promotedIn(fen: string): Set<string> {
  const marked = new Set<string>();
  (fen.split(' ')[0] ?? '').split('/').forEach((row, index) => {
    let file = 0;
    for (const mark of row.matchAll(/\d|[a-zA-Z]~?/g)) {
      if (/\d/.test(mark[0])) file += Number(mark[0]);
      else {
        if (mark[0].endsWith('~')) marked.add('abcdefgh'[file] + String(8 - index));
        file++;
      }
    }
  });
  return marked;
}
