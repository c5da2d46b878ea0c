/** The engine behind the page: loaded when it is first needed, asked one question at a time. */

import type * as EngineFace from 'khun';
import type { Engine, GoOptions, Info, Result, Search } from 'khun';

export type { Info, Result };

/** Where a file of the engine's package lies. It is not bundled: its workers find their own files beside it. */
export const packageFile = (name: string): string => new URL(`engine/${name}`, document.baseURI).href;

/** What is asked: the rules, the position, and how strong the answer is to be. */
export interface Question {
  variant: string;
  reading: string;
  fen: string;
  moves: string[];
  /** UCI_Elo, or `undefined` for full strength. */
  elo?: number | undefined;
  /** How many lines. */
  lines?: number;
  go: GoOptions;
}

/** The levels' Elo, from the engine's calibrated scale; the last level has no limit. */
export const LEVELS: (number | undefined)[] = [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, undefined];

export class Khun {
  private engine: Promise<Engine> | undefined;
  private set = new Map<string, string>();
  private search: Search | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private ticket = 0;
  private rulesFile: string | undefined;

  /** Whether the engine's searches use threads; known once it is loaded. */
  threaded: boolean | undefined;

  constructor(private readonly failed: (error: Error) => void) {}

  /** Begins to load the engine, if that has not happened. */
  load(): Promise<Engine> {
    this.engine ??= this.start().catch((error: unknown) => {
      this.engine = undefined;
      throw error;
    });
    return this.engine;
  }

  private async start(): Promise<Engine> {
    const { default: khun } = (await import(/* @vite-ignore */ packageFile('index.js'))) as typeof EngineFace;
    const engine = await khun(this.rulesFile === undefined ? {} : { files: { 'own.ini': this.rulesFile } });
    engine.on('error', (error) => this.failed(error));
    this.threaded = engine.threaded;
    this.set.clear();
    if (this.rulesFile !== undefined) await engine.setOption('VariantPath', 'own.ini').catch(() => undefined);
    await engine.setOption('UCI_ShowWDL', true);
    await engine.setOption('Hash', 32);
    if (engine.maxThreads > 1) await engine.setOption('Threads', Math.min(4, engine.maxThreads - 1) || 1);
    return engine;
  }

  /** Gives the engine the user's own rules file. */
  async useRules(text: string): Promise<void> {
    this.rulesFile = text;
    if (!this.engine) return;
    const engine = await this.engine;
    engine.writeFile('own.ini', text);
    // What the file says is told where it was dropped, by the rules library: the engine says the same.
    await engine.setOption('VariantPath', 'own.ini').catch(() => undefined);
    this.set.clear();
  }

  private async option(engine: Engine, name: string, value: string): Promise<void> {
    if (this.set.get(name) === value) return;
    await engine.setOption(name, value);
    this.set.set(name, value);
  }

  /** Everything learned is forgotten: another game begins. */
  async newGame(): Promise<void> {
    this.stop();
    if (!this.engine) return;
    const engine = await this.engine;
    await engine.newGame();
  }

  /**
   * Asks; an earlier question is stopped first. `null` if a later one came before this one had its turn, or if the
   * question was given up.
   */
  async ask(question: Question): Promise<Result | null> {
    const ticket = ++this.ticket;
    this.search?.stop();
    const before = this.turn;
    let done: () => void = () => undefined;
    this.turn = new Promise<void>((resolve) => (done = resolve));
    try {
      await before;
      if (ticket !== this.ticket) return null;
      const engine = await this.load();
      await this.option(engine, 'UCI_Variant', question.variant);
      await this.option(engine, 'Counting', question.reading);
      await this.option(engine, 'UCI_LimitStrength', String(question.elo !== undefined));
      if (question.elo !== undefined) await this.option(engine, 'UCI_Elo', String(question.elo));
      await this.option(engine, 'MultiPV', String(question.lines ?? 1));
      if (ticket !== this.ticket) return null;
      const onInfo = question.go.onInfo;
      this.search = engine.go({
        ...question.go,
        fen: question.fen,
        moves: question.moves,
        onInfo: (info) => {
          if (ticket === this.ticket) onInfo?.(info);
        },
      });
      const result = await this.search;
      return ticket === this.ticket ? result : null;
    } finally {
      this.search = undefined;
      done();
    }
  }

  /** What exact tables say of an ending: moves to mate, whatever the count; `null` where they say nothing, or a draw. */
  async ending(question: Omit<Question, 'go'>): Promise<{ mate: number; plies: number; won: boolean } | null> {
    const ticket = this.ticket;
    const before = this.turn;
    let done: () => void = () => undefined;
    this.turn = new Promise<void>((resolve) => (done = resolve));
    try {
      await before;
      if (ticket !== this.ticket) return null;
      const engine = await this.load();
      await this.option(engine, 'UCI_Variant', question.variant);
      await this.option(engine, 'Counting', question.reading);
      await engine.position({ fen: question.fen, moves: question.moves });
      const line = (await engine.ask('eval')).find((text) => text.startsWith('Ending: '));
      const words = /mate in (\d+) \((\d+) pl.*: (won|drawn)/.exec(line ?? '');
      return words ? { mate: Number(words[1]), plies: Number(words[2]), won: words[3] === 'won' } : null;
    } finally {
      done();
    }
  }

  /** Ends the search now with what was found: the question is answered. */
  moveNow(): void {
    this.search?.stop();
  }

  /** Gives up whatever is asked. */
  stop(): void {
    this.ticket++;
    this.search?.stop();
  }
}
