/** Presses and drags by mouse, pen and finger. */

export interface DragHandlers {
  squareAt(x: number, y: number): string | undefined;
  /** The drawing of the piece that may be taken up from a square. */
  piece(square: string): SVGSVGElement | undefined;
  press(square: string): void;
  drop(from: string, to: string): void;
}

/** How far a pointer goes, in pixels, before a press becomes a drag. */
const SLACK = 6;

export class Dragging {
  private from: string | undefined;
  private piece: SVGSVGElement | undefined;
  private start = { x: 0, y: 0 };
  private dragging = false;

  constructor(private readonly field: HTMLElement, private readonly handlers: DragHandlers) {
    field.addEventListener('pointerdown', (event) => this.down(event));
    field.addEventListener('pointermove', (event) => this.move(event));
    field.addEventListener('pointerup', (event) => this.up(event));
    field.addEventListener('pointercancel', () => this.end());
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.end();
    this.from = this.handlers.squareAt(event.clientX, event.clientY);
    if (this.from === undefined) return;
    this.start = { x: event.clientX, y: event.clientY };
    this.piece = this.handlers.piece(this.from);
    if (this.piece) this.field.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.from === undefined || !this.piece) return;
    const [dx, dy] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (!this.dragging && Math.hypot(dx, dy) < SLACK) return;
    this.dragging = true;
    this.piece.classList.add('dragged');
    this.piece.style.translate = `${dx}px ${dy}px`;
  }

  private up(event: PointerEvent): void {
    const from = this.from;
    const dragged = this.dragging;
    const to = this.handlers.squareAt(event.clientX, event.clientY);
    this.end();
    if (from === undefined || to === undefined) return;
    if (dragged) this.handlers.drop(from, to);
    else if (from === to) this.handlers.press(to);
  }

  private end(): void {
    this.piece?.classList.remove('dragged');
    if (this.piece) this.piece.style.translate = '';
    this.from = undefined;
    this.piece = undefined;
    this.dragging = false;
  }
}
