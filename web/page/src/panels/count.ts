/** The count in words and as a bar: whose honour, how far, why that limit, what happens at its end. */

import type { App, Panel } from '../app.ts';
import { h, icon, put } from '../dom.ts';
import type { Count } from '../rules.ts';
import { basisName } from '../say.ts';
import { number, t } from '../words.ts';

/** Why the limit is what it is, in our words. */
export function limitInWords({ limit, basis }: Count): string {
  switch (basis) {
    case null:
      return t('count.limit.given', { limit });
    case 'no-pawn':
      return t('count.limit.pawns', { limit });
    case 'three-men':
      return t('count.limit.men', { limit });
    default:
      return t('count.limit.piece', { limit, what: basisName(basis) });
  }
}

function whose({ whose, behind }: Count): string {
  if (whose) return t(`count.whose.${whose}`);
  return t(behind ? `count.whose.behind.${behind}` : 'count.whose.either');
}

export class CountPanel implements Panel {
  readonly element = h('section', { class: 'card count', 'aria-label': '' });
  private shown = '';

  constructor(private readonly app: App) {}

  update(): void {
    const { app } = this;
    const node = app.game.current;
    const { count } = node;
    const may = app.game.reading === 'called' && app.mayMove && node.children.length === 0;
    const mine = app.setup.mode === 'analysis' || app.game.callerAt(node) === node.toMove;
    const ending = app.ending?.node === node ? app.ending : undefined;
    const key = JSON.stringify([count, ending?.mate, ending?.won, may, mine, node.toMove, node.call, t('count.title')]);
    if (key === this.shown) return;
    this.shown = key;
    this.element.hidden = !count;
    this.element.setAttribute('aria-label', t('count.title'));
    if (!count) return put(this.element);
    const call = (what: 'start' | 'stop'): HTMLElement =>
      h(
        'button',
        { type: 'button', id: 'do-count', class: what === 'start' ? 'primary' : '', onclick: () => app.callCount(what) },
        icon(what === 'start' ? 'plus' : 'close'),
        h('span', null, t(what === 'start' ? 'count.call' : 'count.stop')),
      );
    if (!count.running) {
      put(
        this.element,
        h('h3', null, t('count.board')),
        h('p', null, t('count.notCalled', { limit: number(count.limit) })),
        may && call('start'),
      );
      return;
    }
    const [done, limit] = [Math.min(count.done, count.limit), count.limit];
    put(
      this.element,
      h(
        'div',
        { class: 'head' },
        h('h3', null, t(`count.${count.honour}`)),
        h('span', { class: 'figures' }, t('count.progress', { n: count.left, done: count.done, limit }), ' ', h('small', null, t(`count.unit.${count.unit}`))),
      ),
      h(
        'div',
        { class: 'track', role: 'progressbar', 'aria-label': t('count.bar', { done: count.done, limit }), 'aria-valuemin': 0, 'aria-valuemax': limit, 'aria-valuenow': done },
        h('div', { class: 'fill', style: `inline-size:${(done / limit) * 100}%` }),
      ),
      h('p', null, whose(count), ' ', limitInWords(count)),
      h('p', { class: 'fate' }, this.fate(count)),
      ending && h('p', { class: ending.won ? 'verdict good' : 'verdict late' }, t(ending.won ? 'count.mate.enough' : 'count.mate.late', { n: ending.mate })),
      may && mine && count.honour === 'board' && call('stop'),
    );
  }

  /** What happens at the count's end. */
  private fate(count: Count): string {
    const { whose } = count;
    const { toMove, outcome } = this.app.game.current;
    if (outcome) return '';
    const plies = count.leftPlies ?? 0;
    const stronger = whose === null ? undefined : whose === 'white' ? 'black' : 'white';
    const moves = stronger === undefined || toMove === stronger ? Math.ceil(plies / 2) : Math.floor(plies / 2);
    if (moves <= 0) return t('count.end.late');
    return t(`count.end.${stronger ?? 'either'}`, { n: moves });
  }
}
