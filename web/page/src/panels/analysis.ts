/** What Khun thinks of the position: a word, and up to five lines to click through. */

import type { App, Panel } from '../app.ts';
import { judge } from '../chances.ts';
import { h, icon, put } from '../dom.ts';
import type { Judgement } from '../game.ts';
import { hundredths, number, percent, t } from '../words.ts';
import type { Info } from '../engine.ts';

const MOST_LINES = 5;

/** A score as players read it: `+1.25`, `#12`. */
export function scoreText({ cp, mate }: Judgement): string {
  if (mate !== undefined) return `${mate < 0 ? '−' : ''}#${number(Math.abs(mate))}`;
  const pawns = (cp ?? 0) / 100;
  return (pawns > 0 ? '+' : pawns < 0 ? '−' : '') + hundredths(Math.abs(pawns));
}

export class Analysis implements Panel {
  readonly element = h('section', { class: 'card analysis' });
  private readonly head = h('div', { class: 'head' });
  private readonly word = h('p', { class: 'word' });
  private readonly lines = h('ol', { class: 'lines' });
  private readonly speed = h('p', { class: 'quiet speed' });
  private shown = '';

  constructor(private readonly app: App) {
    this.element.append(this.head, this.word, this.lines, this.speed);
  }

  update(): void {
    const { app } = this;
    this.element.hidden = app.setup.mode !== 'analysis' && !app.over;
    if (this.element.hidden) return;
    const key = [document.documentElement.lang, app.analysing, app.settings.lines].join('|');
    if (key !== this.shown) {
      this.shown = key;
      this.drawHead();
    }
    const node = app.game.current;
    const best = app.lines[0];
    const judgement = best ? judge(best, node.toMove) : undefined;
    this.word.textContent = node.outcome && app.analysing ? t('analysis.finished') : judgement && best ? this.inWords(judgement, best) : '';
    const shown = app.analysing ? app.lines.slice(0, app.settings.lines).filter(Boolean) : [];
    put(this.lines, shown.map((info, index) => this.line(info, index)));
    this.speed.textContent = app.analysing && best ? `${t('analysis.depth', { depth: best.depth })} · ${t('analysis.speed', { speed: best.nps })}` : '';
  }

  private drawHead(): void {
    const { app } = this;
    const choice = h(
      'select',
      { id: 'how-many-lines', 'aria-label': t('analysis.lines'), onchange: () => app.configure({ lines: Number(choice.value) }) },
      Array.from({ length: MOST_LINES }, (_, index) => h('option', { value: index + 1, selected: app.settings.lines === index + 1 }, number(index + 1))),
    );
    put(
      this.head,
      h('h3', null, t('analysis.title')),
      h('label', { class: 'quiet', for: 'how-many-lines' }, t('analysis.lines')),
      choice,
      h(
        'button',
        { type: 'button', id: 'do-analysis', class: app.analysing ? '' : 'primary', onclick: () => app.toggleAnalysis() },
        icon(app.analysing ? 'close' : 'search'),
        h('span', null, t(app.analysing ? 'analysis.off' : 'analysis.on')),
      ),
    );
  }

  /** The score in words; a mate is told with what the count allows. */
  private inWords(judgement: Judgement, best: Info): string {
    const { app } = this;
    const node = app.game.current;
    if (judgement.mate !== undefined) {
      const winner = judgement.mate > 0 ? 'White' : 'Black';
      const words = t(app.isRace ? `analysis.arrive${winner}` : `analysis.mate${winner}`, { n: Math.abs(judgement.mate) });
      const plies = node.count?.running ? node.count.leftPlies : null;
      if (plies === null || plies === undefined) return words;
      const mine = node.toMove === winner.toLowerCase();
      return `${words}; ${t('analysis.countAllows', { n: mine ? Math.ceil(plies / 2) : Math.floor(plies / 2) })}`;
    }
    if (judgement.cp === 0 && (best.tbhits ?? 0) > 0 && node.count?.honour === 'pieces') return t('analysis.exactDraw');
    const color = t(judgement.chance > 0.5 ? 'color.white' : 'color.black');
    const lead = Math.abs(judgement.chance - 0.5);
    if (lead < 0.1) return t('analysis.even');
    return t(lead < 0.35 ? 'analysis.better' : 'analysis.winning', { color });
  }

  private line(info: Info, index: number): HTMLElement {
    const { app } = this;
    const node = app.game.current;
    const judgement = judge(info, node.toMove);
    const san = app.game.with(node, (board) => board.variationSan(info.pv.slice(0, 12).join(' ')));
    const moves: HTMLElement[] = [];
    let played = 0;
    let number: HTMLElement | undefined;
    for (const word of san.split(' ').filter(Boolean)) {
      if (/^\d+[.…]+$/.test(word)) {
        number = h('span', { class: 'no' }, word);
        continue;
      }
      const upTo = ++played;
      const button = h('button', { type: 'button', class: 'move', onclick: () => app.playLine(node, info.pv.slice(0, upTo)) }, word);
      moves.push(number ? h('span', { class: 'numbered' }, number, button) : button);
      number = undefined;
    }
    return h('li', { class: index === 0 ? 'best' : '' }, h('span', { class: `score ${judgement.chance >= 0.5 ? 'white' : 'black'}` }, scoreText(judgement)), h('span', { class: 'pv' }, moves));
  }
}

/** White's chances beside the board. */
export class Bar implements Panel {
  readonly element = h('div', { class: 'bar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 });
  private readonly fill = h('div', { class: 'fill' });

  constructor(private readonly app: App) {
    this.element.append(this.fill);
  }

  update(): void {
    const { app } = this;
    const node = app.game.current;
    this.element.hidden = app.setup.mode !== 'analysis' && !app.over;
    const winner = node.outcome?.winner;
    const chance = node.outcome ? (winner === null ? 0.5 : winner === 'white' ? 1 : 0) : (node.judgement?.chance ?? 0.5);
    this.element.classList.toggle('flipped', app.flipped);
    this.fill.style.blockSize = `${chance * 100}%`;
    this.element.setAttribute('aria-valuenow', String(Math.round(chance * 100)));
    this.element.setAttribute('aria-label', t('analysis.bar', { percent: percent(chance) }));
  }
}

