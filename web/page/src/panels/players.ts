/** Who plays: above the board the far side, below it the near one. */

import type { App, Panel } from '../app.ts';
import type { Color } from '../board/state.ts';
import { h, put } from '../dom.ts';
import { LEVELS } from '../engine.ts';
import { clockText, number, t } from '../words.ts';

export function levelName(level: number): string {
  return t(`level.${level}` as 'level.0');
}

export function levelElo(level: number): string {
  const elo = LEVELS[level];
  return elo === undefined ? t('player.full') : t('player.elo', { elo: number(elo) });
}

export class Player implements Panel {
  readonly element = h('div', { class: 'player' });
  private readonly clock = h('span', { class: 'clock', role: 'timer' });
  private readonly name = h('span', { class: 'name' });
  private shown = '';

  constructor(private readonly app: App, private readonly near: boolean) {
    this.element.append(this.name, this.clock);
  }

  private get color(): Color {
    return this.app.flipped === this.near ? 'black' : 'white';
  }

  update(): void {
    const { app, color } = this;
    const { mode, side, level } = app.setup;
    const khun = mode === 'engine' && color !== side;
    const turn = !app.over && app.game.current.toMove === color;
    const title = mode === 'engine' ? (khun ? t('player.khun') : t('player.you')) : t(`color.${color}`);
    const note = khun ? `${levelName(level)} · ${levelElo(level)}` : mode === 'engine' ? t(`color.${color}`) : '';
    const busy = khun && app.thinking;
    const key = [color, title, note, turn, busy].join('|');
    if (key !== this.shown) {
      this.shown = key;
      put(
        this.name,
        h('span', { class: `token ${color}`, 'aria-hidden': 'true' }),
        h('strong', null, title),
        note && h('span', { class: 'note' }, note),
        busy && h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
      );
      this.element.classList.toggle('turn', turn);
    }
    this.clock.hidden = !app.clock;
    this.clock.setAttribute('aria-label', t('clock.left', { color: t(`color.${color}`) }));
    this.tick();
  }

  tick(): void {
    const { clock } = this.app;
    if (!clock) return;
    const left = clock.of(this.color);
    this.clock.textContent = clockText(left);
    this.clock.classList.toggle('low', left < 20_000);
  }
}
