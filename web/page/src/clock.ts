/** The players' clocks. */

import type { Color } from './board/state.ts';

export class Clock {
  /** Milliseconds left, White's first. */
  left: [number, number];
  private running: Color | undefined;
  private since = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    minutes: number,
    private readonly increment: number,
    private readonly tick: () => void,
    private readonly flag: (loser: Color) => void,
  ) {
    this.left = [minutes * 60_000, minutes * 60_000];
  }

  /** What a side has left now. */
  of(color: Color): number {
    const spent = this.running === color ? performance.now() - this.since : 0;
    return Math.max(0, this.left[color === 'white' ? 0 : 1] - spent);
  }

  get turn(): Color | undefined {
    return this.running;
  }

  /** A side's time runs from now on. */
  start(color: Color): void {
    this.halt();
    this.running = color;
    this.since = performance.now();
    this.timer = setInterval(() => {
      this.tick();
      if (this.running && this.of(this.running) <= 0) {
        const loser = this.running;
        this.halt();
        this.flag(loser);
      }
    }, 100);
  }

  /** A side has moved: it gains its increment, and the other's time runs. */
  press(mover: Color): void {
    const ran = this.running === mover;
    this.halt();
    if (ran) this.left[mover === 'white' ? 0 : 1] += this.increment * 1000;
    this.start(mover === 'white' ? 'black' : 'white');
  }

  halt(): void {
    if (this.running) this.left[this.running === 'white' ? 0 : 1] = this.of(this.running);
    this.running = undefined;
    clearInterval(this.timer);
  }
}
