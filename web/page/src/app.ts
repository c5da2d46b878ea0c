/** What happens: the game on the board, who moves, and what Khun is asked. The panels show it. */

import { judge, moverOf } from './chances.ts';
import { Clock } from './clock.ts';
import { Khun, LEVELS, type Info } from './engine.ts';
import { Game, type GameNode } from './game.ts';
import { Reviewer } from './reviewer.ts';
import { infoOf, kindOf } from './rules.ts';
import { refusal } from './refusal.ts';
import { Announcer, describeMove } from './say.ts';
import { playSound } from './sound.ts';
import { freeze, saveGame, saveSettings, saveSetup, thaw, type SavedGame, type Settings, type Setup } from './store.ts';
import { linkTo } from './link.ts';
import { t } from './words.ts';
import type { Color } from './board/state.ts';

/** Something that shows a part of the state. */
export interface Panel {
  update(): void;
  /** The clocks have gone on, nothing else has changed. */
  tick?(): void;
}

/** Moves come too fast to be followed if a beginner's level answers within milliseconds. */
const PAUSE = 350;
/** How long Khun looks for a hint, in milliseconds. */
const HINT = 500;
/** How often lines of a running search are shown anew, in milliseconds. */
const LINES_EVERY = 150;

export class App {
  readonly panels: Panel[] = [];
  readonly khun: Khun;
  readonly announcer = new Announcer();
  readonly reviewer: Reviewer;
  game: Game;
  clock: Clock | undefined;
  flipped = false;
  thinking = false;
  analysing = false;
  lines: Info[] = [];
  hint: { node: GameNode; uci: string } | undefined;
  /** What tables say of the ending on the board. */
  ending: { node: GameNode; mate: number; plies: number; won: boolean } | undefined;
  /** A line that is shown by an arrow, from the review. */
  better: { node: GameNode; uci: string } | undefined;
  problem: string | undefined;
  private linesTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(public settings: Settings, public setup: Setup, private readonly choosePromotion: (kinds: string[]) => Promise<string | undefined>) {
    this.khun = new Khun((error) => this.fail(error));
    this.reviewer = new Reviewer(this);
    this.game = new Game(setup.variant, undefined, setup.reading);
  }

  update(): void {
    for (const panel of this.panels) panel.update();
  }

  private tick(): void {
    for (const panel of this.panels) panel.tick?.();
  }

  fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
    this.thinking = false;
    this.analysing = false;
    this.update();
  }

  // ----- Games

  /** Begins a game, from a position or from the start. Throws with the faults of the FEN. */
  begin(setup: Setup, fen?: string): void {
    this.take(new Game(setup.variant, fen, setup.reading), setup);
  }

  /** Puts a game on the board. */
  take(game: Game, setup: Setup, saved?: SavedGame): void {
    this.quiet();
    this.game = game;
    this.setup = { ...setup, variant: game.variant, reading: game.reading };
    this.flipped = saved?.flipped ?? (setup.mode === 'engine' && setup.side === 'black');
    this.reviewer.forget();
    this.problem = undefined;
    this.hint = undefined;
    this.clock = undefined;
    if (setup.time === 'clock' && setup.mode !== 'analysis') {
      this.clock = new Clock(setup.minutes, setup.increment, () => this.tick(), (loser) => this.flag(loser));
      if (saved?.clocks) this.clock.left = saved.clocks;
    }
    void this.khun.newGame();
    saveSetup(this.setup);
    this.save();
    this.moved();
  }

  /** Takes up a game that was kept when the page was closed. */
  restore(saved: SavedGame): void {
    const game = new Game(saved.setup.variant, saved.fen, saved.setup.reading);
    thaw(game, saved.tree);
    game.current = game.mainLine()[saved.ply] ?? game.tip;
    game.verdict = saved.verdict;
    this.take(game, saved.setup, saved);
  }

  save(): void {
    const clock = this.clock;
    saveGame({
      setup: this.setup,
      fen: this.game.startFen,
      tree: freeze(this.game.root),
      ply: Math.max(0, this.game.mainLine().indexOf(this.game.current)),
      flipped: this.flipped,
      verdict: this.game.verdict,
      clocks: clock && [clock.of('white'), clock.of('black')],
    });
  }

  link(): string {
    return linkTo(this.game);
  }

  configure(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    saveSettings(this.settings);
    if (this.analysing && change.lines !== undefined) this.analyse();
    this.update();
  }

  // ----- Whose move it is

  get over(): boolean {
    return this.game.ending !== undefined;
  }

  /** Whether the board shows the game's last position. */
  get atTip(): boolean {
    return this.game.current === this.game.tip;
  }

  /** Whether a person may move on the board as it stands. */
  get mayMove(): boolean {
    if (this.game.current.outcome) return false;
    if (this.setup.mode === 'analysis') return true;
    if (this.over || !this.atTip) return false;
    return this.setup.mode === 'two' || this.game.current.toMove === this.setup.side;
  }

  /** Whether Khun owes a move. */
  private get owes(): boolean {
    return this.setup.mode === 'engine' && !this.over && this.game.tip.toMove !== this.setup.side;
  }

  // ----- Moves

  /** A piece was taken from a square to another. */
  async move(from: string, to: string): Promise<void> {
    if (!this.mayMove) return;
    const moves = this.game.with(this.game.current, (board) => board.legalMoves().split(' ').filter((uci) => uci.startsWith(from + to)));
    let uci = moves[0];
    if (uci === undefined) {
      const why = this.game.with(this.game.current, (board) => refusal(board, from, to));
      if (why) this.announcer.notice(t('refused.why', { move: from + to, why }));
      this.update();
      return;
    }
    if (moves.length > 1) {
      const letter = await this.choosePromotion(moves.map((move) => move.slice(4)));
      uci = moves.find((move) => move.slice(4) === letter);
    }
    if (uci !== undefined && this.mayMove) this.commit(uci);
    else this.update();
  }

  /** A move was typed, as `d3d4` or `Nf3`. Whether it was one. */
  type(text: string): boolean {
    const words = text.trim();
    if (!words || !this.mayMove) return false;
    const found = this.game.with(this.game.current, (board): { uci: string } | { why: string } => {
      const legal = board.legalMoves().split(' ');
      const plain = words.toLowerCase().replace(/[-x =]/g, '');
      const uci = legal.find((move) => move === plain) ?? legal.find((move) => move.slice(0, 4) === plain);
      if (uci) return { uci };
      try {
        return { uci: board.parseSan(words) };
      } catch {
        const why = /^[a-h][1-8][a-h][1-8]/.test(plain) ? refusal(board, plain.slice(0, 2), plain.slice(2, 4)) : undefined;
        return { why: why ? t('refused.why', { move: words, why }) : t('refused.text', { move: words }) };
      }
    });
    if ('why' in found) {
      this.announcer.notice(found.why);
      return false;
    }
    this.commit(found.uci);
    return true;
  }

  private commit(uci: string): void {
    const before = this.game.current;
    this.announcer.hush();
    const node = this.game.play(uci);
    if (!node) return;
    this.game.current = node;
    this.clock?.press(moverOf(node));
    if (node.outcome) this.clock?.halt();
    if (this.settings.turns && this.setup.mode === 'two') this.flipped = node.toMove === 'black';
    const taken = this.game.pieces(before).get(uci.slice(2, 4));
    this.announcer.say(describeMove(this.game, node));
    if (this.settings.sound) playSound(taken ? 'capture' : 'move');
    this.save();
    this.moved();
  }

  /** The board shows another position: whatever was asked about the last one is given up, and what is due is asked. */
  private moved(): void {
    this.hint = this.hint?.node === this.game.current ? this.hint : undefined;
    this.better = this.better?.node === this.game.current ? this.better : undefined;
    this.lines = [];
    if (this.over) this.clock?.halt();
    if (this.owes) void this.think();
    else if (this.analysing) this.analyse();
    this.update();
    if (!this.owes) void this.askTables();
  }

  private async think(): Promise<void> {
    const { game, setup } = this;
    const tip = game.tip;
    this.thinking = true;
    this.problem = undefined;
    const began = performance.now();
    const elo = LEVELS[setup.level];
    try {
      await this.khun.load();
      if (this.game !== game || game.tip !== tip || !this.owes) return;
      this.callForKhun(tip);
      if (this.clock && !this.clock.turn && game.mainLine().length > 1) this.clock.start(tip.toMove);
      const result = await this.khun.ask({ variant: game.variant, reading: game.reading, ...game.question(tip), elo, go: this.limits() });
      if (!result) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE - (performance.now() - began))));
      if (this.game !== game || game.tip !== tip || !this.owes) return;
      this.thinking = false;
      if (result.best) {
        game.current = tip;
        this.commit(result.best);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.game === game && game.tip === tip) this.thinking = false;
      this.update();
    }
  }

  /** In the called reading Khun counts as players do: from when it is behind, and no longer when it is not. */
  private callForKhun(tip: GameNode): void {
    const { game } = this;
    const { count } = tip;
    if (game.reading !== 'called' || count?.honour !== 'board') return;
    const behind = count.behind === tip.toMove;
    const what = !count.running && behind ? 'start' : game.callerAt(tip) === tip.toMove && !behind ? 'stop' : undefined;
    if (!what) return;
    if (!game.call(what, tip)) return;
    this.announcer.notice(what === 'start' ? t('count.khunCalls', { limit: count.limit }) : t('count.khunStops'));
    this.save();
    this.update();
  }

  /** How long Khun may think. A level has limits of its own, so that its strength does not hang by the clock. */
  private limits(): { movetime?: number; wtime?: number; btime?: number; winc?: number; binc?: number } {
    const { time, seconds, increment } = this.setup;
    if (time === 'clock' && this.clock) {
      const [wtime, btime] = [Math.round(this.clock.of('white')), Math.round(this.clock.of('black'))];
      return { wtime, btime, winc: increment * 1000, binc: increment * 1000 };
    }
    return { movetime: time === 'move' ? seconds * 1000 : 1500 };
  }

  /** With a count running, what exact tables say of it. */
  private async askTables(): Promise<void> {
    const { game } = this;
    const node = game.current;
    if (node.count?.honour !== 'pieces' || node.outcome || this.ending?.node === node || this.analysing || this.reviewer.running) return;
    try {
      const found = await this.khun.ending({ variant: game.variant, reading: game.reading, ...game.question(node) });
      if (!found || game.current !== node) return;
      this.ending = { node, ...found };
      this.update();
    } catch {
      // Tables are an extra: without them the count is told as before.
    }
  }

  private flag(loser: Color): void {
    if (this.over) return;
    this.game.verdict = { winner: loser === 'white' ? 'black' : 'white', reason: 'time' };
    this.finish();
  }

  /** The players ended the game. */
  private finish(): void {
    this.khun.stop();
    this.thinking = false;
    this.clock?.halt();
    this.save();
    this.moved();
  }

  resign(): void {
    if (this.over) return;
    const loser = this.setup.mode === 'engine' ? this.setup.side : this.game.tip.toMove;
    this.game.verdict = { winner: loser === 'white' ? 'black' : 'white', reason: 'resignation' };
    this.finish();
  }

  agreeDraw(): void {
    if (this.over) return;
    this.game.verdict = { winner: null, reason: 'agreement' };
    this.finish();
  }

  /** Takes back the last move, and Khun's answer with it. */
  takeBack(): void {
    this.khun.stop();
    this.announcer.hush();
    this.thinking = false;
    this.game.verdict = undefined;
    let tip = this.game.tip;
    const steps = this.setup.mode === 'engine' && tip.toMove === this.setup.side ? 2 : 1;
    for (let step = 0; step < steps && tip.parent; step++) {
      const { parent } = tip;
      this.game.remove(tip);
      tip = parent;
    }
    this.game.current = tip;
    this.clock?.halt();
    if (this.clock && tip.parent) this.clock.start(tip.toMove);
    if (this.settings.turns && this.setup.mode === 'two') this.flipped = tip.toMove === 'black';
    this.announcer.say(t('move.tookBack'));
    this.save();
    this.moved();
  }

  get canTakeBack(): boolean {
    return this.game.tip.parent !== undefined && (this.setup.mode !== 'engine' || this.game.mainLine().some((node) => node.uci && moverOf(node) === this.setup.side));
  }

  /** Shows a good move. */
  async askHint(): Promise<void> {
    const { game } = this;
    const node = game.current;
    try {
      const result = await this.khun.ask({ variant: game.variant, reading: game.reading, ...game.question(node), go: { movetime: HINT } });
      if (!result?.best || game.current !== node) return;
      this.hint = { node, uci: result.best };
      const san = game.with(node, (board) => board.sanMove(this.hint?.uci ?? ''));
      this.announcer.notice(t('hint.text', { move: san }));
      this.update();
    } catch (error) {
      this.fail(error);
    }
  }

  /** In the called reading: begins or gives up board's honour. */
  callCount(what: 'start' | 'stop'): void {
    if (!this.game.call(what)) return;
    this.announcer.say(t(what === 'start' ? 'moves.countCalled' : 'moves.countStopped'));
    this.save();
    this.moved();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.save();
    this.update();
  }

  // ----- Looking at positions

  go(node: GameNode): void {
    this.announcer.hush();
    this.game.current = node;
    this.save();
    this.moved();
  }

  /** Steps along the line on which the board stands. */
  step(by: 'first' | 'previous' | 'next' | 'last'): void {
    const { current } = this.game;
    let at: GameNode = current;
    if (by === 'first') at = this.game.root;
    if (by === 'previous') at = current.parent ?? current;
    if (by === 'next') at = current.children[0] ?? current;
    if (by === 'last') while (at.children[0]) at = at.children[0];
    if (at !== current) this.go(at);
  }

  /** Plays a line of moves from a node and shows its end. */
  playLine(at: GameNode, moves: string[]): void {
    let node = at;
    for (const uci of moves) node = this.game.play(uci, node) ?? node;
    this.go(node);
  }

  deleteVariation(head: GameNode): void {
    this.game.remove(head);
    this.save();
    this.moved();
  }

  /** Leaves play for analysis, or makes of the position on the board a game against Khun. */
  become(mode: 'analysis' | 'engine'): void {
    this.quiet();
    const side = this.game.current.toMove;
    if (mode === 'engine') {
      const question = this.game.path().map((node) => node.uci).filter(Boolean);
      const game = new Game(this.game.variant, this.game.startFen, this.game.reading);
      for (const uci of question) game.current = game.play(uci) ?? game.current;
      this.take(game, { ...this.setup, mode, side, time: 'none' });
    } else {
      this.setup = { ...this.setup, mode };
      this.clock = undefined;
      this.save();
      this.moved();
    }
  }

  // ----- Analysis

  toggleAnalysis(): void {
    if (this.analysing) this.quiet();
    else this.analyse();
    this.update();
  }

  /** Ends all that Khun does. */
  private quiet(): void {
    this.analysing = false;
    this.thinking = false;
    this.reviewer.stop();
    this.khun.stop();
    this.clock?.halt();
  }

  private analyse(): void {
    const { game } = this;
    const node = game.current;
    this.reviewer.stop();
    this.analysing = true;
    this.lines = [];
    if (node.outcome) return this.khun.stop();
    const onInfo = (info: Info): void => {
      if (info.bound || game.current !== node) return;
      this.lines[info.multipv - 1] = info;
      if (info.multipv === 1) node.judgement = judge(info, node.toMove);
      this.linesTimer ??= setTimeout(() => {
        this.linesTimer = undefined;
        this.update();
      }, LINES_EVERY);
    };
    this.khun
      .ask({ variant: game.variant, reading: game.reading, ...game.question(node), lines: this.settings.lines, go: { infinite: true, onInfo } })
      .catch((error: unknown) => this.fail(error));
  }

  /** A move's letter of promotion as a piece's name. */
  pieceOfLetter(letter: string): string {
    return kindOf(this.game.variant, letter);
  }

  get isRace(): boolean {
    return infoOf(this.game.variant).goal.length > 0;
  }
}
