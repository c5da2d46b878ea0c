/** The dialog with link, FEN and PGN, and the way in for others. */

import type { App } from '../app.ts';
import { h, icon, put } from '../dom.ts';
import { games } from '../rules.ts';
import { gameName } from '../say.ts';
import { openText, pgnOf, saveFile, type Opened } from '../transfer.ts';
import { t } from '../words.ts';
import { openDialog } from './dialog.ts';

/** What came of an opened text, as elements. */
export function openedWords({ said, faults }: Opened, heading: string): Node[] {
  const words: Node[] = [];
  if (said) words.push(h('p', { class: 'good' }, said));
  if (faults.length) words.push(h('p', { class: 'problem' }, heading), h('ul', { class: 'faults' }, faults.map((fault) => h('li', null, fault))));
  return words;
}

export function openShare(app: App): void {
  openDialog(t('share.title'), (close) => {
    const copied = h('p', { class: 'good', role: 'status' });
    const out = (id: string, label: string, text: string, rows: number, file?: string): HTMLElement => {
      const field = rows > 1 ? h('textarea', { id, rows, readonly: true, spellcheck: 'false', value: text }) : h('input', { id, type: 'text', readonly: true, spellcheck: 'false', value: text });
      const copy = async (): Promise<void> => {
        field.select();
        try {
          await navigator.clipboard.writeText(text);
        } catch {
          // Without leave to write the clipboard the text is selected: the user's own keys copy it.
          document.execCommand('copy');
        }
        copied.textContent = t('share.copied');
      };
      return h(
        'div',
        { class: 'out' },
        h('label', { for: id }, label),
        field,
        h('button', { type: 'button', id: `copy-${id}`, onclick: () => void copy() }, icon('copy'), h('span', null, t('share.copy'))),
        file && h('button', { type: 'button', onclick: () => saveFile(file, text) }, icon('save'), h('span', null, t('share.save'))),
      );
    };
    const area = h('textarea', { id: 'open-text', rows: 4, spellcheck: 'false', placeholder: t('share.paste'), 'aria-label': t('share.paste') });
    const answer = h('div', { class: 'answer', role: 'status' });
    const choice = h('select', { id: 'open-variant' }, games().map((name) => h('option', { value: name, selected: name === app.game.variant }, gameName(name))));
    const open = async (text: string): Promise<void> => {
      const opened = await openText(app, text, choice.value);
      if (!opened.faults.length) {
        close();
        app.announcer.notice(opened.said);
      } else put(answer, openedWords(opened, t('share.faults')));
    };
    const file = h('input', { type: 'file', id: 'open-file', hidden: true, accept: '.pgn,.fen,.epd,.txt,.ini' });
    file.addEventListener('change', () => void file.files?.[0]?.text().then(open));
    return [
      out('share-link', t('share.link'), app.link(), 1),
      out('share-fen', t('share.fen'), app.game.current.fen, 1),
      out('share-pgn', t('share.pgn'), pgnOf(app), 6, 'khun.pgn'),
      copied,
      h('h3', null, t('share.open')),
      h('label', { class: 'labelled', for: 'open-variant' }, h('span', null, t('share.game')), choice),
      area,
      answer,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'primary', id: 'do-open', onclick: () => void open(area.value) }, t('share.openText')),
        file,
        h('button', { type: 'button', onclick: () => file.click() }, icon('file'), h('span', null, t('share.file'))),
      ),
    ];
  });
}
