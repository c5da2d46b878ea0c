/** Starts the page. */

import './style/index.css';
import pieces from './pieces/sprite.svg?raw';
import { App } from './app.ts';
import { sprite } from './icons.ts';
import { gameOf } from './link.ts';
import { loadRules, loadRulesFile } from './rules.ts';
import { Screen } from './screen.ts';
import { loadGame, loadSettings, loadSetup } from './store.ts';
import { speak, t } from './words.ts';
import { askPromotion } from './panels/dialog.ts';
import { glyphOf, kindOf } from './rules.ts';
import { pieceName } from './say.ts';

function applyTheme(theme: string): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

async function start(): Promise<void> {
  document.body.prepend(sprite(pieces));
  const settings = loadSettings();
  applyTheme(settings.theme);
  await Promise.all([speak(settings.language).catch(() => speak('en')), loadRules()]);
  if (settings.rulesFile !== undefined) loadRulesFile(settings.rulesFile);

  const app: App = new App(settings, loadSetup(), (letters) =>
    askPromotion(
      letters.map((letter) => {
        const glyph = glyphOf(app.game.variant, kindOf(app.game.variant, letter));
        return { letter, glyph, name: pieceName(glyph), color: app.game.current.toMove };
      }),
    ),
  );
  if (settings.rulesFile !== undefined) void app.khun.useRules(settings.rulesFile);
  const screen = new Screen(app, {
    changed: async (change) => {
      if (change.language) await speak(change.language);
      app.configure(change);
      if (change.theme) applyTheme(change.theme);
      if (change.language) screen.rename();
    },
  });
  document.body.append(screen.element, app.announcer.element);
  screen.begin();

  const linked = gameOf(location.hash);
  const saved = loadGame();
  if (linked) {
    app.take(linked, { ...app.setup, mode: 'analysis', time: 'none' });
    history.replaceState(null, '', location.pathname + location.search);
  } else if (saved) restore(app, saved);
  else app.begin(app.setup);
  addEventListener('hashchange', () => {
    const game = gameOf(location.hash);
    if (!game) return;
    app.take(game, { ...app.setup, mode: 'analysis', time: 'none' });
    history.replaceState(null, '', location.pathname + location.search);
  });
  addEventListener('pagehide', () => app.save());
  document.documentElement.dataset['ready'] = 'true';
  // The engine comes while the first move is thought about.
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500));
  idle(() => void app.khun.load().then(() => app.update(), (error: unknown) => app.fail(error)));
}

function restore(app: App, saved: NonNullable<ReturnType<typeof loadGame>>): void {
  try {
    app.restore(saved);
  } catch {
    // A kept game of a rules file that is gone, or of another version of this page, cannot be played on.
    app.begin(loadSetup());
  }
}

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('./service-worker.js').catch(() => undefined));
}

start().catch((error: unknown) => {
  const words = document.createElement('p');
  words.className = 'problem start';
  words.setAttribute('role', 'alert');
  words.textContent = t('analysis.failed', { why: error instanceof Error ? error.message : String(error) });
  document.body.append(words);
});
