/** The dialog in which a game is chosen. */

import type { App } from '../app.ts';
import { h, icon, put } from '../dom.ts';
import { LEVELS } from '../engine.ts';
import { games, hasGame, infoOf, ownGames, readings } from '../rules.ts';
import { gameName } from '../say.ts';
import { loadSetup, type Mode, type Setup } from '../store.ts';
import { known, t, type Key } from '../words.ts';
import { openDialog } from './dialog.ts';
import { levelElo, levelName } from './players.ts';

const MODES: Mode[] = ['engine', 'two', 'analysis'];
const TIMES: Setup['time'][] = ['none', 'move', 'clock'];

/** A row of choices of which one holds. */
function segments<T extends string>(name: string, legend: string, choices: readonly T[], chosen: T, label: (choice: T) => string, pick: (choice: T) => void): HTMLElement {
  return h(
    'fieldset',
    { class: 'segments' },
    h('legend', null, legend),
    h(
      'div',
      null,
      choices.map((choice) =>
        h(
          'label',
          null,
          h('input', { type: 'radio', name, value: choice, checked: choice === chosen, onchange: () => pick(choice) }),
          h('span', null, label(choice)),
        ),
      ),
    ),
  );
}

function numberField(id: string, label: string, value: number, min: number, max: number, set: (value: number) => void): HTMLElement {
  const input = h('input', { id, type: 'number', inputmode: 'numeric', min, max, value });
  input.addEventListener('input', () => {
    if (input.validity.valid && input.value) set(Number(input.value));
  });
  return h('label', { class: 'labelled', for: id }, h('span', null, label), input);
}

function readingName(reading: string): string {
  const key = `reading.${reading}`;
  return known(key) ? t(key) : reading;
}

export function openNewGame(app: App, openFile: () => void, wanted: Partial<Setup> = {}): void {
  const setup: Setup = { ...loadSetup(), ...wanted };
  if (!hasGame(setup.variant)) setup.variant = 'makruk';
  let color: 'white' | 'random' | 'black' = setup.side;
  let turns = app.settings.turns;

  openDialog(t('new.title'), (close) => {
    const form = h('form', { class: 'new-game' });
    const draw = (): void => {
      put(form, modeChoice(), gameChoice(), setup.mode === 'engine' && [levelChoice(), colorChoice()], setup.mode !== 'analysis' && timeChoice(), readingChoice(), turnsChoice(), buttons());
    };
    const redraw = (change: () => void) => (): void => {
      const id = document.activeElement instanceof HTMLInputElement ? [document.activeElement.name, document.activeElement.value] : undefined;
      change();
      draw();
      if (id) form.querySelector<HTMLElement>(`input[name="${id[0]}"][value="${id[1]}"]`)?.focus();
    };

    const modeChoice = (): HTMLElement => segments('mode', t('new.opponent'), MODES, setup.mode, (mode) => t(`new.mode.${mode}` as Key), (mode) => redraw(() => (setup.mode = mode))());

    const gameChoice = (): HTMLElement =>
      h(
        'fieldset',
        { class: 'games' },
        h('legend', null, t('new.game')),
        h(
          'div',
          null,
          games().map((variant) => {
            const note = `game.note.${ownGames().includes(variant) ? 'own' : variant}`;
            return h(
              'label',
              null,
              h('input', { type: 'radio', name: 'variant', value: variant, checked: variant === setup.variant, onchange: redraw(() => (setup.variant = variant)) }),
              h('span', null, h('strong', null, gameName(variant)), h('small', null, known(note) ? t(note) : '')),
            );
          }),
        ),
        h('button', { type: 'button', class: 'link', onclick: () => (close(), openFile()) }, icon('file'), h('span', null, t('new.own'))),
      );

    const levelChoice = (): HTMLElement => {
      const says = (level: number): string => `${levelName(level)} · ${levelElo(level)}`;
      const output = h('output', { for: 'level' }, says(setup.level));
      const range = h('input', { id: 'level', type: 'range', min: 0, max: LEVELS.length - 1, step: 1, value: setup.level, 'aria-valuetext': says(setup.level) });
      range.addEventListener('input', () => {
        setup.level = Number(range.value);
        output.textContent = says(setup.level);
        range.setAttribute('aria-valuetext', says(setup.level));
      });
      return h('div', { class: 'level' }, h('label', { for: 'level' }, t('new.level')), output, range);
    };

    const colorChoice = (): HTMLElement =>
      segments('color', t('new.color'), ['white', 'random', 'black'] as const, color, (choice) => t(choice === 'random' ? 'new.color.random' : `color.${choice}`), (choice) => (color = choice));

    const timeChoice = (): HTMLElement => {
      const times = setup.mode === 'engine' ? TIMES : TIMES.filter((time) => time !== 'move');
      if (!times.includes(setup.time)) setup.time = 'none';
      return h(
        'div',
        null,
        segments('time', t('new.time'), times, setup.time, (time) => t(`new.time.${time}` as Key), (time) => redraw(() => (setup.time = time))()),
        setup.time === 'move' && numberField('seconds', t('new.seconds', { n: setup.seconds }), setup.seconds, 1, 120, (value) => (setup.seconds = value)),
        setup.time === 'clock' && [
          numberField('minutes', t('new.minutes'), setup.minutes, 1, 180, (value) => (setup.minutes = value)),
          numberField('increment', t('new.increment'), setup.increment, 0, 60, (value) => (setup.increment = value)),
        ],
      );
    };

    const readingChoice = (): HTMLElement | false => {
      const choices = setup.variant === 'makruk' ? readings() : ['variant', ...readings()];
      if (!infoOf(setup.variant).counting) return false;
      if (!choices.includes(setup.reading)) setup.reading = choices[0] ?? 'variant';
      const select = h(
        'select',
        { id: 'reading', onchange: () => (setup.reading = select.value) },
        choices.map((reading) => h('option', { value: reading, selected: reading === setup.reading }, readingName(reading))),
      );
      return h('label', { class: 'labelled', for: 'reading' }, h('span', null, t('new.reading')), select);
    };

    const turnsChoice = (): HTMLElement | false =>
      setup.mode === 'two' &&
      h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: turns, onchange: () => (turns = !turns) }), h('span', null, t('new.turns')));

    const buttons = (): HTMLElement => h('div', { class: 'row end' }, h('button', { type: 'submit', class: 'primary', id: 'start-game' }, t('action.start')));

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      close();
      setup.side = color === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : color;
      if (!infoOf(setup.variant).counting) setup.reading = 'fairy-stockfish';
      app.configure({ turns });
      app.begin(setup);
    });
    draw();
    return [form];
  });
}

