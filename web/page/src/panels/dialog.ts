/** Dialogs are the platform's own: focus, Escape and the way back come with them. */

import { h, icon } from '../dom.ts';
import { t } from '../words.ts';

/** Opens a dialog; what it holds gets a function that closes it. */
export function openDialog(title: string, build: (close: () => void) => Node[], kind = ''): HTMLDialogElement {
  const dialog = h('dialog', { class: `dialog ${kind}`, 'aria-labelledby': 'dialog-title' });
  const close = (): void => dialog.close();
  dialog.append(
    h(
      'header',
      null,
      h('h2', { id: 'dialog-title' }, title),
      h('button', { type: 'button', class: 'plain', 'aria-label': t('action.close'), onclick: close }, icon('close')),
    ),
    h('div', { class: 'body' }, ...build(close)),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function confirmResign(resign: () => void): void {
  openDialog(
    t('action.confirmResign'),
    (close) => [
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'primary', id: 'resign-yes', onclick: () => (close(), resign()) }, t('action.yes')),
        h('button', { type: 'button', onclick: close }, t('action.no')),
      ),
    ],
    'small',
  );
}

/** A game that is under way becomes an analysis only if that is wanted. */
export function confirmAnalysis(analyse: () => void): void {
  openDialog(
    t('action.analyseThis'),
    (close) => [
      h('p', null, t('analysis.leave')),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'primary', id: 'analyse-yes', onclick: () => (close(), analyse()) }, t('nav.analyse')),
        h('button', { type: 'button', onclick: close }, t('action.no')),
      ),
    ],
    'small',
  );
}

/** Asks which piece a pawn becomes; `undefined` if the dialog was left. */
export function askPromotion(choices: { letter: string; glyph: string; name: string; color: string }[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    let chosen: string | undefined;
    const dialog = openDialog(
      t('promotion.title'),
      (close) => [
        h(
          'div',
          { class: 'promotions' },
          choices.map(({ letter, glyph, name, color }) => {
            const button = h('button', { type: 'button', onclick: () => ((chosen = letter), close()) });
            button.innerHTML = `<svg class="piece ${color}" viewBox="0 0 48 48" aria-hidden="true"><use href="#p-${glyph}"></use></svg>`;
            button.append(name);
            return button;
          }),
        ),
      ],
      'small',
    );
    dialog.addEventListener('close', () => resolve(chosen));
  });
}
