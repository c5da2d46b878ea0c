/** The board: a grid of 64 cells that can be reached by keyboard, and above it the pieces, which move. */

import { h, s } from '../dom.ts';
import { Dragging } from './dragging.ts';
import { fileOf, rankOf, SQUARES, step, type Arrow, type BoardState, type PlacedPiece } from './state.ts';

export interface BoardHandlers {
  /** A piece was taken to a square; whether that is a move is for the game to say. */
  onMove(from: string, to: string): void;
  /** What a cell is called: `e1, white king`. */
  describe(square: string, piece: PlacedPiece | undefined, target: boolean): string;
}

export class BoardView {
  readonly element: HTMLElement;
  private readonly grid: HTMLElement;
  private readonly cells = new Map<string, HTMLElement>();
  private readonly layer: HTMLElement;
  private readonly arrows: SVGSVGElement;
  private readonly files: HTMLElement;
  private readonly ranks: HTMLElement;
  private shown = new Map<string, { element: SVGSVGElement; piece: PlacedPiece }>();
  private state: BoardState | undefined;
  private chosen: string | undefined;
  private cursor = 'e1';

  constructor(label: string, private readonly handlers: BoardHandlers) {
    this.grid = h('div', { class: 'cells', role: 'grid', 'aria-label': label });
    this.layer = h('div', { class: 'pieces', 'aria-hidden': 'true' });
    this.arrows = s('svg', { class: 'arrows', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
    this.files = h('div', { class: 'files', 'aria-hidden': 'true' });
    this.ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });
    const field = h('div', { class: 'field' }, this.grid, this.layer, this.arrows);
    this.element = h('div', { class: 'board' }, this.ranks, field, this.files);
    this.grid.addEventListener('keydown', (event) => this.onKey(event));
    this.grid.addEventListener('focusin', (event) => this.moveCursor((event.target as HTMLElement).dataset['square'] ?? this.cursor, false));
    new Dragging(field, {
      squareAt: (x, y) => this.squareAt(x, y),
      piece: (square) => (this.isOwn(square) ? this.shown.get(square)?.element : undefined),
      press: (square) => this.press(square),
      drop: (from, to) => this.drop(from, to),
    });
    this.layOut(false);
  }

  /** Names the board anew, as another language was chosen. */
  rename(label: string): void {
    this.grid.setAttribute('aria-label', label);
  }

  /** Shows a position; pieces that changed their squares move there. */
  show(state: BoardState): void {
    if (this.state?.flipped !== state.flipped) this.layOut(state.flipped);
    const before = this.state;
    this.state = state;
    if (this.chosen && (before?.key !== state.key || state.mover === undefined)) this.chosen = undefined;
    this.element.classList.toggle('chequered', state.chequered);
    this.element.classList.toggle('still', before === undefined);
    this.placePieces(state);
    this.drawArrows(state.arrows);
    this.mark();
  }

  /** Puts the keyboard's cursor on the board. */
  focus(): void {
    this.cells.get(this.cursor)?.focus();
  }

  private layOut(flipped: boolean): void {
    const order = flipped ? [...SQUARES].reverse() : SQUARES;
    this.cells.clear();
    this.grid.replaceChildren();
    for (let row = 0; row < 8; row++) {
      const line = h('div', { role: 'row' });
      for (const square of order.slice(row * 8, row * 8 + 8)) {
        const dark = (fileOf(square) + rankOf(square)) % 2 === 0;
        const cell = h('div', { role: 'gridcell', class: dark ? 'cell dark' : 'cell', 'data-square': square, tabindex: square === this.cursor ? 0 : -1 });
        this.cells.set(square, cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    const files = [...'abcdefgh'];
    const ranks = [...'87654321'];
    this.files.replaceChildren(...(flipped ? files.reverse() : files).map((file) => h('span', null, file)));
    this.ranks.replaceChildren(...(flipped ? ranks.reverse() : ranks).map((rank) => h('span', null, rank)));
  }

  private squareAt(x: number, y: number): string | undefined {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * 8);
    const row = Math.floor(((y - box.top) / box.height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return undefined;
    return SQUARES[this.state?.flipped ? 63 - (row * 8 + column) : row * 8 + column];
  }

  private transform(square: string): string {
    const flipped = this.state?.flipped ?? false;
    const column = flipped ? 7 - fileOf(square) : fileOf(square);
    const row = flipped ? rankOf(square) : 7 - rankOf(square);
    return `translate(${column * 100}%, ${row * 100}%)`;
  }

  private placePieces(state: BoardState): void {
    const next = new Map<string, { element: SVGSVGElement; piece: PlacedPiece }>();
    const free = new Map(this.shown);
    const waiting: [string, PlacedPiece][] = [];
    for (const [square, piece] of state.pieces) {
      const old = free.get(square);
      if (old && old.piece.color === piece.color && old.piece.glyph === piece.glyph) {
        next.set(square, old);
        free.delete(square);
      } else waiting.push([square, piece]);
    }
    for (const [square, piece] of waiting) {
      const from = this.cameFrom(square, piece, free, state);
      const old = from === undefined ? undefined : free.get(from);
      if (from !== undefined) free.delete(from);
      const element = old?.element ?? s('svg', { class: 'piece', viewBox: '0 0 48 48' }, s('use', {}));
      element.classList.toggle('white', piece.color === 'white');
      element.classList.toggle('black', piece.color === 'black');
      element.querySelector('use')?.setAttribute('href', `#p-${piece.glyph}`);
      element.dataset['glyph'] = piece.glyph;
      next.set(square, { element, piece });
    }
    for (const { element } of free.values()) element.remove();
    for (const [square, { element }] of next) {
      const transform = this.transform(square);
      if (element.style.transform !== transform) element.style.transform = transform;
      if (!element.isConnected) this.layer.append(element);
    }
    this.shown = next;
  }

  /** From where a piece that is new on its square came: the last move knows, or the nearest of its kind. */
  private cameFrom(square: string, piece: PlacedPiece, free: Map<string, { piece: PlacedPiece }>, state: BoardState): string | undefined {
    const moved = state.last?.[1] === square ? state.last[0] : undefined;
    if (moved && free.get(moved)?.piece.color === piece.color) return moved;
    let best: string | undefined;
    let nearest = Infinity;
    for (const [from, old] of free) {
      if (old.piece.color !== piece.color || old.piece.glyph !== piece.glyph) continue;
      const distance = Math.hypot(fileOf(from) - fileOf(square), rankOf(from) - rankOf(square));
      if (distance < nearest) [best, nearest] = [from, distance];
    }
    return best;
  }

  private drawArrows(arrows: Arrow[]): void {
    const flipped = this.state?.flipped ?? false;
    const at = (square: string): [number, number] => [
      (flipped ? 7 - fileOf(square) : fileOf(square)) + 0.5,
      (flipped ? rankOf(square) : 7 - rankOf(square)) + 0.5,
    ];
    this.arrows.replaceChildren(
      ...arrows.map(({ from, to, kind }) => {
        const [[x1, y1], [x2, y2]] = [at(from), at(to)];
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
        const [bx, by] = [x2 - dx * 0.42, y2 - dy * 0.42];
        const head = `${x2 - dx * 0.08},${y2 - dy * 0.08} ${bx - dy * 0.2},${by + dx * 0.2} ${bx + dy * 0.2},${by - dx * 0.2}`;
        return s(
          'g',
          { class: `arrow ${kind}` },
          s('line', { x1: x1 + dx * 0.2, y1: y1 + dy * 0.2, x2: bx, y2: by }),
          s('polygon', { points: head }),
        );
      }),
    );
  }

  /** Puts the marks of the position and of the choice on the cells, and names them. */
  private mark(): void {
    const state = this.state;
    if (!state) return;
    const targets = this.chosen ? state.targets.get(this.chosen) : undefined;
    for (const [square, cell] of this.cells) {
      const piece = state.pieces.get(square);
      const target = targets?.includes(square) ?? false;
      cell.classList.toggle('last', state.last?.includes(square) ?? false);
      cell.classList.toggle('check', state.check === square);
      cell.classList.toggle('mated', state.mated === square);
      cell.classList.toggle('goal', state.goal.includes(square));
      cell.classList.toggle('chosen', this.chosen === square);
      cell.classList.toggle('target', target);
      cell.classList.toggle('capture', target && piece !== undefined);
      cell.classList.toggle('movable', this.isOwn(square));
      cell.classList.toggle('dot', state.dots.includes(square));
      cell.setAttribute('aria-label', this.handlers.describe(square, piece, target));
      cell.setAttribute('aria-selected', String(this.chosen === square));
    }
    for (const [square, { element }] of this.shown) element.classList.toggle('fallen', state.mated === square);
  }

  /** A press on a square: chooses, moves, chooses another or lets go. */
  private press(square: string): void {
    const state = this.state;
    if (!state) return;
    if (this.chosen && !this.isOwn(square)) return this.drop(this.chosen, square);
    this.chosen = this.isOwn(square) && this.chosen !== square ? square : undefined;
    this.mark();
  }

  /** Whether a person may take up what stands on a square, even if it can go nowhere. */
  private isOwn(square: string): boolean {
    const mover = this.state?.mover;
    return mover !== undefined && this.state?.pieces.get(square)?.color === mover;
  }

  private drop(from: string, to: string): void {
    this.chosen = undefined;
    this.mark();
    if (from !== to) this.handlers.onMove(from, to);
  }

  private moveCursor(square: string, focus: boolean): void {
    this.cells.get(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = square;
    const cell = this.cells.get(square);
    cell?.setAttribute('tabindex', '0');
    if (focus) cell?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = this.state?.flipped ? -1 : 1;
    const steps: Record<string, [number, number]> = { ArrowUp: [0, turn], ArrowDown: [0, -turn], ArrowLeft: [-turn, 0], ArrowRight: [turn, 0] };
    const by = steps[event.key];
    if (by) this.moveCursor(step(this.cursor, by[0], by[1]), true);
    else if (event.key === 'Enter' || event.key === ' ') this.press(this.cursor);
    else if (event.key === 'Escape' && this.chosen) this.press(this.chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
