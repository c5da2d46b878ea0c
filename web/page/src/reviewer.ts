/** Looks at every position of a game, one after the other. */

import type { App } from './app.ts';
import { judge } from './chances.ts';

/** Positions searched at each move, and how many times as many when it is to look longer. */
const NODES = 40_000;
const LONGER = 8;

export class Reviewer {
  running = false;
  done = 0;
  all = 0;
  /** How often the game was reviewed. */
  times = 0;
  private ticket = 0;

  constructor(private readonly app: App) {}

  async run(): Promise<void> {
    const { app } = this;
    const { game } = app;
    const ticket = ++this.ticket;
    const nodes = game.mainLine();
    const budget = NODES * (this.times > 0 ? LONGER : 1);
    app.analysing = false;
    this.running = true;
    this.all = nodes.length;
    try {
      for (const [index, node] of nodes.entries()) {
        this.done = index;
        app.update();
        if (node.outcome) continue;
        const result = await app.khun.ask({ variant: game.variant, reading: game.reading, ...game.question(node), go: { nodes: budget } });
        if (!result || ticket !== this.ticket) return;
        if (result.info) node.judgement = judge(result.info, node.toMove);
      }
      this.times++;
    } catch (error) {
      app.fail(error);
    } finally {
      if (ticket === this.ticket) this.running = false;
      app.update();
    }
  }

  stop(): void {
    this.ticket++;
    this.running = false;
  }

  /** Another game is on the board. */
  forget(): void {
    this.stop();
    this.times = 0;
  }
}
