/** Small boards for the pages on how to play: positions and moves come from the rules library. */

import { BoardView } from '../board/view.ts';
import { h, put } from '../dom.ts';
import { Game } from '../game.ts';
import { boardAt, glyphOf, infoOf, loadHidden, placed, setOf } from '../rules.ts';
import { pieceName, pieceWithColor } from '../say.ts';
import { t } from '../words.ts';
import type { BoardState, PlacedPiece } from '../board/state.ts';

/** A game without races and forbidden checks, to show how chess pieces move. */
const GAITS = `[_gaits]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
promotionPieceTypes = q
`;

function still(pieces: Map<string, PlacedPiece>, dots: string[] = [], more: Partial<BoardState> = {}): BoardState {
  return { key: '', pieces, flipped: false, chequered: false, mover: undefined, targets: new Map(), last: undefined, check: undefined, mated: undefined, goal: [], dots, arrows: [], ...more };
}

/** A board that only shows; its picture has a name instead of 64 cells. */
export function picture(label: string, state: BoardState): HTMLElement {
  const view = new BoardView(label, { onMove: () => undefined, describe: () => '' });
  view.show(state);
  view.element.classList.add('picture');
  const holder = h('div', { class: 'diagram', role: 'img', 'aria-label': label }, view.element);
  view.element.setAttribute('aria-hidden', 'true');
  for (const cell of view.element.querySelectorAll('[tabindex]')) cell.removeAttribute('tabindex');
  for (const cell of view.element.querySelectorAll('[role]')) cell.removeAttribute('role');
  return holder;
}

export function startPicture(variant: string): HTMLElement {
  const { startFen, goal } = infoOf(variant);
  return picture(t('learn.diagram', { what: t('learn.setup') }), still(placed(variant, startFen, new Set()), [], { goal }));
}

/** A piece in the middle of an empty board, with a dot on each square to which it may go. */
export function gaitPicture(variant: string, kind: string): HTMLElement | undefined {
  const real = kind === 'ngai' ? 'met' : kind;
  let rules = variant;
  if (setOf(variant) === 'chess') loadHidden(GAITS), (rules = '_gaits');
  const letter = infoOf(rules).pieces.find((piece) => piece.kind === real)?.letter.toUpperCase();
  if (letter === undefined) return undefined;
  const pawn = kind === 'pawn';
  const fen = kind === 'king' ? 'k7/8/8/8/3K4/8/8/8 w - - 0 1' : `k7/8/8/${pawn ? '2n1n3' : '8'}/3${letter}4/8/8/7K w - - 0 1`;
  try {
    const board = boardAt(rules, fen, 'variant');
    const targets = board.destinations()['d4'] ?? [];
    board.delete();
    const pieces = placed(rules, fen, new Set());
    for (const square of ['a8', 'h1']) if (square !== 'd4') pieces.delete(square);
    for (const [square, piece] of pieces) {
      const white = square === 'd4';
      pieces.set(square, { color: piece.color, glyph: white ? (kind === 'ngai' ? 'ngai' : glyphOf(variant, real)) : glyphOf(variant, 'knight') });
    }
    const name = pieceName(kind === 'ngai' ? 'ngai' : glyphOf(variant, real));
    const shown = picture(t('learn.diagram', { what: name }), still(pieces, targets));
    shown.classList.add('gait');
    return shown;
  } catch {
    return undefined;
  }
}

/** A position with the moves from one of its squares, as the game has them. */
export function positionPicture(variant: string, fen: string, from: string, label: string): HTMLElement | undefined {
  try {
    const board = boardAt(variant, fen, 'variant');
    const dots = board.destinations()[from] ?? [];
    board.delete();
    return picture(t('learn.diagram', { what: label }), still(placed(variant, fen, new Set()), dots));
  } catch {
    return undefined;
  }
}

/** A short game that one can step through. */
export function example(variant: string, fen: string, moves: string[]): HTMLElement {
  const game = new Game(variant, fen, 'fairy-stockfish');
  for (const move of moves) {
    const node = game.play(move);
    if (!node) throw new Error(`${move} cannot be played in the example of ${variant}`);
    game.current = node;
  }
  const nodes = game.mainLine();
  const { goal } = infoOf(variant);
  let at = 0;
  const view = new BoardView(t('learn.example'), {
    onMove: () => undefined,
    describe: (square, piece) => `${square}, ${piece ? pieceWithColor(piece) : t('board.empty')}`,
  });
  const words = h('p', { class: 'quiet', 'aria-live': 'polite' });
  const ways = h('div', { class: 'row' });
  const draw = (): void => {
    const node = nodes[at] ?? game.root;
    game.current = node;
    const pieces = game.pieces(node);
    const last: [string, string] | undefined = node.uci ? [node.uci.slice(0, 2), node.uci.slice(2, 4)] : undefined;
    const mated = node.outcome?.reason === 'checkmate' ? node.check : undefined;
    view.show(still(pieces, [], { key: String(at), last, check: node.check, mated, goal }));
    const count = node.count?.running ? ` · ${t('count.progress', { n: node.count.left, done: node.count.done, limit: node.count.limit })}` : '';
    put(words, `${t('learn.step', { n: at + 1, all: nodes.length })}${node.san ? ` · ${node.san}` : ''}${count}`);
    put(
      ways,
      h('button', { type: 'button', id: `example-back-${variant}`, disabled: at === 0, onclick: () => (at--, draw()) }, t('moves.previous')),
      h('button', { type: 'button', id: `example-on-${variant}`, disabled: at === nodes.length - 1, onclick: () => (at++, draw()) }, t('moves.next')),
    );
  };
  draw();
  return h('div', { class: 'example' }, h('div', { class: 'diagram large' }, view.element), words, ways);
}
