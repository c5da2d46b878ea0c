/** How the game stands, in a line, and what can be done about it. */

import type { App, Panel } from '../app.ts';
import { h, icon, put } from '../dom.ts';
import { gameName, reason, result } from '../say.ts';
import { t } from '../words.ts';
import { confirmResign } from './dialog.ts';

export class Status implements Panel {
  readonly element = h('section', { class: 'status' });
  private readonly game = h('p', { class: 'game' });
  private readonly line = h('h2', { class: 'line' });
  private readonly problem = h('p', { class: 'problem', role: 'alert' });
  private readonly buttons = h('div', { class: 'actions' });
  private shown = '';

  constructor(private readonly app: App, private readonly openNew: () => void) {
    this.element.append(this.game, this.line, this.problem, this.buttons);
  }

  private headline(): string {
    const { app } = this;
    const { current } = app.game;
    const ending = app.game.ending;
    if (current.outcome) return `${result(current.outcome.winner)}, ${reason(current.outcome.reason)}`;
    if (ending && (app.atTip || app.setup.mode !== 'analysis')) return `${result(ending.winner)}, ${reason(ending.reason)}`;
    if (!app.atTip && app.setup.mode !== 'analysis') return t('status.past');
    if (app.thinking) return app.khun.threaded === undefined ? t('status.loading') : t('status.thinking');
    const check = current.check ? `${t('status.check')} ` : '';
    if (app.setup.mode === 'engine' && current.toMove === app.setup.side) return check + t('status.yourMove');
    return check + t(`status.toMove.${current.toMove}`);
  }

  update(): void {
    const { app } = this;
    const { mode } = app.setup;
    const over = app.over;
    const headline = this.headline();
    const problem = app.problem ? t('analysis.failed', { why: app.problem }) : '';
    const name = gameName(app.game.variant);
    const key = [headline, problem, name, mode, over, app.thinking, app.canTakeBack, app.mayMove, t('action.hint')].join('|');
    if (key === this.shown) return;
    this.shown = key;
    this.game.textContent = mode === 'analysis' ? `${name} · ${t('status.analysis')}` : name;
    this.line.textContent = headline;
    this.line.classList.toggle('ended', over);
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
    const button = (id: string, name: string, text: string, onclick: () => void, disabled = false): HTMLElement =>
      h('button', { id: `do-${id}`, type: 'button', onclick, disabled }, icon(name), h('span', null, text));
    const play = mode !== 'analysis';
    put(
      this.buttons,
      play && !over && button('back', 'back', t('action.takeBack'), () => app.takeBack(), !app.canTakeBack),
      play && !over && button('hint', 'bulb', t('action.hint'), () => void app.askHint(), !app.mayMove),
      play && !over && button('resign', 'flag', t('action.resign'), () => confirmResign(() => app.resign())),
      mode === 'two' && !over && button('draw', 'equal', t('action.agreeDraw'), () => app.agreeDraw()),
      mode === 'engine' && app.thinking && button('now', 'skip', t('action.moveNow'), () => app.khun.moveNow()),
      play && over && button('again', 'again', t('action.rematch'), this.openNew),
      play && over && button('analyse', 'search', t('action.analyseThis'), () => app.become('analysis')),
      mode === 'analysis' && button('play', 'play', t('action.playOn'), () => app.become('engine'), app.game.current.outcome !== null),
      button('flip', 'flip', t('action.flip'), () => app.flip()),
    );
  }
}
