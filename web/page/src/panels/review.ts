/** After the game: chances over the moves, what was missed, and where it turned. */

import type { App, Panel } from '../app.ts';
import { chanceAt, moments, moverOf, turningPoint, type Moment } from '../chances.ts';
import { h, icon, put, s } from '../dom.ts';
import type { GameNode } from '../game.ts';
import { percent, t } from '../words.ts';

const [WIDTH, HEIGHT] = [320, 88];

export class Review implements Panel {
  readonly element = h('section', { class: 'card review' });
  private shown = '';

  constructor(private readonly app: App) {}

  update(): void {
    const { app } = this;
    const nodes = app.game.mainLine();
    this.element.hidden = (app.setup.mode !== 'analysis' && !app.over) || nodes.length < 3;
    if (this.element.hidden) return;
    const { reviewer } = app;
    const judged = nodes.map((node) => chanceAt(node)?.toFixed(2) ?? '-').join();
    const key = [document.documentElement.lang, reviewer.running, reviewer.done, reviewer.times, judged, nodes.indexOf(app.game.current), app.over].join('|');
    if (key === this.shown) return;
    this.shown = key;
    const { running, times } = reviewer;
    put(
      this.element,
      h(
        'div',
        { class: 'head' },
        h('h3', null, t('review.title')),
        h(
          'button',
          { type: 'button', id: 'do-review', class: times || running ? '' : 'primary', onclick: () => (running ? (reviewer.stop(), app.khun.stop(), app.update()) : void reviewer.run()) },
          icon(running ? 'close' : 'graph'),
          h('span', null, t(running ? 'analysis.off' : times ? 'review.again' : 'review.start')),
        ),
      ),
      running && h('p', { class: 'quiet', role: 'status' }, t('review.running', { done: reviewer.done, all: reviewer.all - 1 })),
      (running || times > 0) && this.graph(nodes),
      times > 0 && !running && h('p', { class: 'turned' }, this.turned()),
      times > 0 && !running && this.list(),
    );
  }

  /** One sentence says where it turned. */
  private turned(): string {
    const { app } = this;
    const point = turningPoint(app.game);
    if (!point) return t(app.game.ending?.winner ? 'review.slow' : 'review.level');
    const values = {
      move: this.moveText(point.node),
      color: t(`color.${moverOf(point.node)}`),
      before: percent(point.before),
      after: percent(point.after),
    };
    return t(point.node.parent?.count?.running ? 'review.turnedCount' : 'review.turned', values);
  }

  private moveText(node: GameNode): string {
    const before = node.parent?.fen.split(' ').at(-1) ?? '';
    return `${before}${node.toMove === 'black' ? '.' : '…'} ${node.san}`;
  }

  private graph(nodes: GameNode[]): Element {
    const { app } = this;
    const x = (index: number): number => (index / Math.max(1, nodes.length - 1)) * WIDTH;
    const y = (chance: number): number => (1 - chance) * HEIGHT;
    const points = nodes.flatMap((node, index) => {
      const chance = chanceAt(node);
      return chance === undefined ? [] : [`${x(index).toFixed(1)} ${y(chance).toFixed(1)}`];
    });
    const last = points.length ? (points.at(-1)?.split(' ')[0] ?? '0') : '0';
    const spans: SVGElement[] = [];
    nodes.forEach((node, index) => {
      if (node.count?.running && index > 0) spans.push(s('rect', { class: `counting ${node.count.honour}`, x: x(index - 1), y: 0, width: x(index) - x(index - 1) + 0.5, height: HEIGHT }));
    });
    const marks = moments(app.game).map(({ node, kind }) => s('circle', { class: `mark ${kind}`, cx: x(nodes.indexOf(node)), cy: y(chanceAt(node) ?? 0.5), r: 4 }));
    const at = nodes.indexOf(app.game.current);
    const graph = s(
      'svg',
      { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('review.graph'), preserveAspectRatio: 'none' },
      points.length ? s('path', { class: 'area', d: `M0 ${HEIGHT}L${points.join('L')}L${last} ${HEIGHT}z` }) : null,
      ...spans,
      s('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      points.length ? s('path', { class: 'curve', d: `M${points.join('L')}` }) : null,
      at >= 0 ? s('line', { class: 'cursor', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }) : null,
      ...marks,
    );
    graph.addEventListener('click', (event) => {
      const box = graph.getBoundingClientRect();
      const node = nodes[Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1))];
      if (node) app.go(node);
    });
    return h('div', null, graph, spans.length > 0 && h('p', { class: 'quiet legend' }, h('span', { class: 'swatch', 'aria-hidden': 'true' }), t('review.counted')));
  }

  private list(): HTMLElement {
    const found = moments(this.app.game);
    return h('ul', { class: 'moments' }, found.map((moment) => this.moment(moment)));
  }

  private moment({ node, kind, before, after }: Moment): HTMLElement {
    const { app } = this;
    const { parent } = node;
    const pv = parent?.judgement?.pv.slice(0, 6) ?? [];
    const line = parent && pv.length ? app.game.with(parent, (board) => board.variationSan(pv.join(' '))) : '';
    const white = (chance: number): string => percent(moverOf(node) === 'white' ? chance : 1 - chance);
    const show = (): void => {
      if (!parent) return;
      if (pv[0]) app.better = { node: parent, uci: pv[0] };
      app.go(parent);
    };
    return h(
      'li',
      { class: kind },
      h('button', { type: 'button', class: 'link', onclick: show }, t('review.at', { move: this.moveText(node), kind: t(`review.${kind}`), before: white(before), after: white(after) })),
      line && h('button', { type: 'button', class: 'link better', onclick: () => parent && app.playLine(parent, pv) }, t('review.better', { line })),
    );
  }
}
