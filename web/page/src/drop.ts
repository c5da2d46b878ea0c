/** Files and texts that are dropped on the page or pasted into it. */

import type { App } from './app.ts';
import { h } from './dom.ts';
import { openDialog } from './panels/dialog.ts';
import { openedWords } from './panels/share.ts';
import { openText } from './transfer.ts';
import { t } from './words.ts';

/** Opens a text and says what came of it, with every fault. */
export async function takeText(app: App, text: string): Promise<void> {
  const opened = await openText(app, text, app.game.variant);
  if (!opened.faults.length) return app.announcer.notice(opened.said);
  const heading = opened.said ? t('rules.faults', { n: opened.faults.length }) : t('share.faults');
  openDialog(t('share.open'), () => openedWords(opened, heading));
}

export function watchDrops(app: App): void {
  const veil = h('div', { class: 'veil', hidden: true, 'aria-hidden': 'true' });
  document.body.append(veil);
  let depth = 0;
  const show = (by: number): void => {
    depth = Math.max(0, depth + by);
    veil.hidden = depth === 0;
    veil.textContent = t('drop.here');
  };
  addEventListener('dragenter', (event) => {
    if (event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain')) show(1);
  });
  addEventListener('dragleave', () => show(-1));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    show(0);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain');
    if (file) void file.text().then((content) => takeText(app, content));
    else if (text) void takeText(app, text);
  });
  addEventListener('paste', (event) => {
    const into = event.target;
    if (into instanceof HTMLInputElement || into instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData('text/plain');
    if (text?.trim()) void takeText(app, text);
  });
}

/** Asks for a file and opens it. */
export function askFile(app: App, accept: string): void {
  const input = h('input', { type: 'file', accept });
  input.addEventListener('change', () => void input.files?.[0]?.text().then((text) => takeText(app, text)));
  input.click();
}
