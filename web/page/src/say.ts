/** What is said: to screen readers, and as notices on the page. */

import { h } from './dom.ts';
import { moverOf } from './chances.ts';
import { countMark } from './count-mark.ts';
import type { Game, GameNode } from './game.ts';
import type { PieceBasis } from './rules.ts';
import { known, t, type Key } from './words.ts';
import type { PlacedPiece } from './board/state.ts';

/** How long a notice stays, in milliseconds. */
const NOTICE = 5000;

export class Announcer {
  readonly element: HTMLElement;
  private readonly live = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  private readonly shown = h('div', { class: 'notice', role: 'alert' });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element = h('div', null, this.live, this.shown);
  }

  /** For screen readers alone. */
  say(text: string): void {
    this.live.textContent = text;
  }

  /** For everyone. */
  notice(text: string): void {
    this.shown.textContent = text;
    this.shown.classList.add('shown');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hush(), NOTICE);
  }

  /** Takes the notice away: it was about a position that is gone. */
  hush(): void {
    clearTimeout(this.timer);
    this.shown.classList.remove('shown');
    this.shown.textContent = '';
  }
}

/** Words for the drawings of pieces: both sets name the same kinds. */
const KINDS: Record<string, string> = { khun: 'king', ma: 'knight', ruea: 'rook', bia: 'pawn' };

const PIECE_BASES: Record<PieceBasis, Key> = {
  'two-rooks': 'count.what.rooks',
  rook: 'count.what.rook',
  'two-khons': 'count.what.khons',
  'two-knights': 'count.what.knights',
  khon: 'count.what.khon',
  knight: 'count.what.knight',
  rest: 'count.what.other',
};

/** What the stronger side has that a limit of pieces' honour goes by. */
export const basisName = (basis: PieceBasis): string => t(PIECE_BASES[basis]);

export function pieceName(glyph: string): string {
  const key = `piece.${KINDS[glyph] ?? glyph}`;
  return known(key) ? t(key) : glyph;
}

/** `white king`. */
export function pieceWithColor({ color, glyph }: PlacedPiece): string {
  return t(color === 'white' ? 'color.whitePiece' : 'color.blackPiece', { piece: pieceName(glyph) });
}

/** The last move in words, with what it led to. */
export function describeMove(game: Game, node: GameNode): string {
  if (!node.parent) return '';
  const before = game.pieces(node.parent);
  const [from, to] = [node.uci.slice(0, 2), node.uci.slice(2, 4)];
  const [piece, taken, now] = [before.get(from), before.get(to), game.pieces(node).get(to)];
  const color = t(`color.${moverOf(node)}`);
  const words = [
    taken
      ? t('move.saidCapture', { color, piece: pieceName(piece?.glyph ?? ''), from, to, taken: pieceName(taken.glyph) })
      : t('move.said', { color, piece: pieceName(piece?.glyph ?? ''), from, to }),
  ];
  if (now && piece && now.glyph !== piece.glyph) words.push(t('move.promotes', { piece: pieceName(now.glyph) }));
  const mark = countMark(node.parent.count, node.count);
  if (mark) words.push(`${t('count.title')}: ${t(mark)}.`);
  const ending = game.ending;
  if (ending && node === game.tip) words.push(`${result(ending.winner)}, ${reason(ending.reason)}.`);
  else if (node.check) words.push(t('move.check'));
  return words.join(' ');
}

export const result = (winner: 'white' | 'black' | null): string => (winner === null ? t('status.draw') : t(`status.wins.${winner}`));

export function reason(name: string): string {
  const key = `reason.${name}`;
  return known(key) ? t(key) : name;
}

export function gameName(variant: string): string {
  const key = `game.${variant}`;
  return known(key) ? t(key as Key) : variant;
}
