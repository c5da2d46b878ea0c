/** The screen: the board with its players, and beside it everything else. */

import { watchDrops, askFile } from './drop.ts';
import type { App, Panel } from './app.ts';
import { BoardView } from './board/view.ts';
import type { Arrow, BoardState, PlacedPiece } from './board/state.ts';
import { h, icon, put } from './dom.ts';
import type { GameNode } from './game.ts';
import { openLearn } from './learn/page.ts';
import { Analysis, Bar } from './panels/analysis.ts';
import { confirmAnalysis } from './panels/dialog.ts';
import { CountPanel } from './panels/count.ts';
import { Moves } from './panels/moves.ts';
import { openNewGame } from './panels/new-game.ts';
import { Player } from './panels/players.ts';
import { Review } from './panels/review.ts';
import { openSettings } from './panels/settings.ts';
import { openShare } from './panels/share.ts';
import { Status } from './panels/status.ts';
import { infoOf } from './rules.ts';
import { pieceWithColor } from './say.ts';
import type { Settings } from './store.ts';
import { t, type Key } from './words.ts';

const NOWHERE: Map<string, string[]> = new Map();

export interface ScreenHandlers {
  changed(change: Partial<Settings>): Promise<void>;
}

export class Screen implements Panel {
  readonly element = h('div', { class: 'screen' });
  private readonly board: BoardView;
  private readonly moves: Moves;
  private readonly nav = h('nav');
  private readonly tagline = h('span', { class: 'tagline' });
  private readonly table: HTMLElement;
  private readonly main = h('main');
  private learning = false;
  /** What the rules said of the position on the board: lines of a search come often, the position changes seldom. */
  private asked: { node: GameNode; fen: string; targets: Map<string, string[]>; pieces: Map<string, PlacedPiece> } | undefined;

  constructor(private readonly app: App, private readonly handlers: ScreenHandlers) {
    this.board = new BoardView(t('board.label'), {
      onMove: (from, to) => void app.move(from, to),
      describe: (square, piece, target) => {
        const words = [square, piece ? pieceWithColor(piece) : t('board.empty')];
        if (infoOf(app.game.variant).goal.includes(square)) words.push(t('board.goal'));
        if (target) words.push(t('board.target'));
        return words.join(', ');
      },
    });
    const [far, near] = [new Player(app, false), new Player(app, true)];
    const status = new Status(app, () => this.openNew());
    const count = new CountPanel(app);
    const analysis = new Analysis(app);
    const review = new Review(app);
    const bar = new Bar(app);
    this.moves = new Moves(app);
    app.panels.push(this, far, near, status, count, this.moves, analysis, review, bar);
    this.table = h(
      'div',
      { class: 'table' },
      h('div', { class: 'play' }, far.element, h('div', { class: 'boarded' }, bar.element, this.board.element), near.element),
      h('div', { class: 'panel' }, status.element, count.element, analysis.element, this.moves.element, review.element),
    );
    this.main.append(this.table);
    this.element.append(h('header', { class: 'top' }, h('h1', null, brand(), 'Khun', this.tagline), this.nav), this.main);
    addEventListener('keydown', (event) => this.onKey(event));
  }

  /** Called once, when the screen is in the document. */
  begin(): void {
    watchDrops(this.app);
    this.rename();
  }

  /** Everything says its words anew: another language was chosen. */
  rename(): void {
    document.title = `Khun: ${t('app.tagline')}`;
    this.tagline.textContent = t('app.tagline');
    this.nav.setAttribute('aria-label', t('nav.main'));
    const button = (key: Key, name: string, onclick: () => void): HTMLElement =>
      h('button', { type: 'button', id: key.replace('.', '-'), title: t(key), onclick }, icon(name), h('span', null, t(key)));
    put(
      this.nav,
      button('nav.new', 'plus', () => this.openNew()),
      button('nav.analyse', 'search', () => this.analyse()),
      button('nav.learn', 'book', () => this.learn(this.app.game.variant)),
      button('nav.share', 'share', () => openShare(this.app)),
      button('nav.settings', 'gear', () => openSettings(this.app, (change) => void this.handlers.changed(change))),
    );
    this.board.rename(t('board.label'));
    if (this.learning) this.learn(this.app.game.variant);
    this.app.update();
  }

  update(): void {
    const { app } = this;
    document.body.classList.toggle('still', !app.settings.animate);
    this.board.show(this.state());
  }

  private openNew(): void {
    this.leave();
    openNewGame(this.app, () => askFile(this.app, '.ini,.txt'));
  }

  private analyse(): void {
    this.leave();
    const { app } = this;
    const begin = (): void => {
      if (app.setup.mode !== 'analysis') app.become('analysis');
      if (!app.analysing) app.toggleAnalysis();
    };
    const playing = app.setup.mode !== 'analysis' && !app.over && app.game.root.children.length > 0;
    if (playing) confirmAnalysis(begin);
    else begin();
  }

  private learn(variant: string): void {
    this.learning = true;
    const page = openLearn(variant, () => this.leave(), (game) => {
      this.leave();
      openNewGame(this.app, () => askFile(this.app, '.ini,.txt'), { variant: game });
    });
    put(this.main, page);
    document.getElementById('learn-back')?.focus();
    scrollTo(0, 0);
  }

  private leave(): void {
    if (!this.learning) return;
    this.learning = false;
    put(this.main, this.table);
  }

  private state(): BoardState {
    const { app } = this;
    const { game } = app;
    const node = game.current;
    if (this.asked?.node !== node || this.asked.fen !== node.fen) {
      const found = node.outcome ? {} : game.with(node, (board) => board.destinations());
      this.asked = { node, fen: node.fen, targets: new Map(Object.entries(found)), pieces: game.pieces() };
    }
    const { pieces, targets } = this.asked;
    return {
      key: `${node.fen} ${node.ply} ${node.uci}`,
      pieces,
      flipped: app.flipped,
      chequered: app.settings.chequered || infoOf(game.variant).goal.length > 0,
      mover: app.mayMove ? node.toMove : undefined,
      targets: app.mayMove ? targets : NOWHERE,
      last: node.uci ? [node.uci.slice(0, 2), node.uci.slice(2, 4)] : undefined,
      check: node.check,
      mated: node.outcome?.reason === 'checkmate' ? node.check : undefined,
      goal: infoOf(game.variant).goal,
      dots: [],
      arrows: this.arrows(),
    };
  }

  private arrows(): Arrow[] {
    const { app } = this;
    const arrow = (uci: string, kind: Arrow['kind']): Arrow => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind });
    const arrows: Arrow[] = [];
    if (app.hint?.node === app.game.current) arrows.push(arrow(app.hint.uci, 'hint'));
    if (app.better?.node === app.game.current) arrows.push(arrow(app.better.uci, 'better'));
    if (app.analysing && app.settings.arrows) {
      const moves = app.lines.flatMap((line) => line?.pv[0] ?? []).slice(0, 3);
      arrows.push(...moves.map((uci, index) => arrow(uci, index === 0 ? 'best' : 'other')).reverse());
    }
    return arrows;
  }

  /** Keys that work wherever no field is written in: arrows step through the game, a letter begins a move. */
  private onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.learning || document.querySelector('dialog[open]')) return;
    const at = event.target;
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    const steps: Record<string, 'first' | 'previous' | 'next' | 'last'> = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };
    const step = steps[event.key];
    const inBoard = at instanceof HTMLElement && at.closest('.cells') !== null;
    if (step && !inBoard) {
      this.app.step(step);
      event.preventDefault();
    } else if (/^[a-hKMSNRBQA]$/.test(event.key) && this.app.mayMove && (inBoard || at === document.body)) {
      this.moves.typeInto(event.key);
      event.preventDefault();
    }
  }
}

function brand(): SVGElement {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  mark.setAttribute('viewBox', '0 0 48 48');
  mark.setAttribute('class', 'brand piece white');
  mark.setAttribute('aria-hidden', 'true');
  mark.innerHTML = '<use href="#p-khun"></use>';
  return mark;
}

