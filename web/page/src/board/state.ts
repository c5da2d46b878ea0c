/** What a board shows. */

export type Color = 'white' | 'black';

/** Whose drawing stands on a square. `ngai` is a bia turned over: a pawn that was promoted. */
export interface PlacedPiece {
  color: Color;
  glyph: string;
}

export interface Arrow {
  from: string;
  to: string;
  kind: 'best' | 'other' | 'better' | 'hint';
}

export interface BoardState {
  /** Changes when the position does: what was chosen is let go. */
  key: string;
  pieces: Map<string, PlacedPiece>;
  flipped: boolean;
  chequered: boolean;
  /** Who may move here, if a person may. */
  mover: Color | undefined;
  /** Where the mover's pieces can go. */
  targets: Map<string, string[]>;
  last: [string, string] | undefined;
  check: string | undefined;
  mated: string | undefined;
  /** The squares to which both kings race. */
  goal: string[];
  /** Squares with a dot, in diagrams. */
  dots: string[];
  arrows: Arrow[];
}

/** All squares as White sees them, from a8 to h1. */
export const SQUARES: string[] = [...'87654321'].flatMap((rank) => [...'abcdefgh'].map((file) => file + rank));

export const fileOf = (square: string): number => square.charCodeAt(0) - 97;
export const rankOf = (square: string): number => square.charCodeAt(1) - 49;

/** The square some files and ranks away, held at the board's edge. */
export function step(square: string, files: number, ranks: number): string {
  const held = (value: number): number => Math.min(7, Math.max(0, value));
  return String.fromCharCode(97 + held(fileOf(square) + files)) + String(held(rankOf(square) + ranks) + 1);
}
