/** The dialog with the settings. */

import type { App } from '../app.ts';
import { h } from '../dom.ts';
import type { Settings } from '../store.ts';
import { LANGUAGES, t, type Language } from '../words.ts';
import { openDialog } from './dialog.ts';

export function openSettings(app: App, changed: (settings: Partial<Settings>) => void): void {
  openDialog(t('settings.title'), (close) => {
    const language = h(
      'select',
      {
        id: 'language',
        onchange: () => {
          changed({ language: language.value as Language });
          close();
        },
      },
      Object.entries(LANGUAGES).map(([tag, name]) => h('option', { value: tag, lang: tag, selected: tag === app.settings.language }, name)),
    );
    const theme = h(
      'select',
      { id: 'theme', onchange: () => changed({ theme: theme.value as Settings['theme'] }) },
      (['auto', 'light', 'dark'] as const).map((choice) => h('option', { value: choice, selected: choice === app.settings.theme }, t(`settings.theme.${choice}`))),
    );
    const check = (key: 'chequered' | 'sound' | 'arrows' | 'animate'): HTMLElement => {
      const box = h('input', { id: `set-${key}`, type: 'checkbox', checked: app.settings[key], onchange: () => changed({ [key]: box.checked }) });
      return h('label', { class: 'check' }, box, h('span', null, t(`settings.${key}`)));
    };
    const { threaded } = app.khun;
    return [
      h('label', { class: 'labelled', for: 'language' }, h('span', null, t('settings.language')), language),
      h('label', { class: 'labelled', for: 'theme' }, h('span', null, t('settings.theme')), theme),
      check('chequered'),
      check('arrows'),
      check('animate'),
      check('sound'),
      h('p', { class: 'quiet' }, t('settings.about'), ' ', t('settings.offline'), threaded === undefined ? '' : ` ${t(threaded ? 'settings.threads' : 'settings.noThreads')}`),
    ];
  });
}
