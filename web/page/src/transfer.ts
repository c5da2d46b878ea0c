/** What comes in as text: links, FENs, PGNs and rules files, and what goes out. */

import type { App } from './app.ts';
import { Game } from './game.ts';
import { gameOf } from './link.ts';
import { fenFault, pgnFault } from './refusal.ts';
import { fenFaults, games, loadRulesFile, readGames, writeGame } from './rules.ts';
import { gameName } from './say.ts';
import { callAt, callsOf, growLine, isCalled, lineFrom } from './variations.ts';
import { t } from './words.ts';

/** What came of an opened text: words for people, and faults, each with its place. */
export interface Opened {
  said: string;
  faults: string[];
}

/** Whether a text is a rules file: it has a section and settings. */
const isRules = (text: string): boolean => /^\s*\[[\w.+-]+(:[\w.+-]+)?\]\s*(#.*|;.*)?$/m.test(text) && /^\s*\w+\s*=/m.test(text);
const isPgn = (text: string): boolean => /^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\.\s*\S/.test(text);

/** Opens whatever a text holds. What cannot be read changes nothing. */
export async function openText(app: App, text: string, variant: string): Promise<Opened> {
  const trimmed = text.trim();
  if (!trimmed) return { said: '', faults: [t('share.nothing')] };
  if (isRules(trimmed)) return openRules(app, text);
  const hash = /#(\S*game=\S+)/.exec(trimmed)?.[1];
  const linked = hash === undefined ? undefined : gameOf(hash);
  if (linked) return shown(app, linked);
  return isPgn(trimmed) ? openPgn(app, trimmed, variant) : openFen(app, trimmed, variant);
}

function shown(app: App, game: Game): Opened {
  app.take(game, { ...app.setup, mode: 'analysis', time: 'none' });
  return { said: t('share.loaded', { what: gameName(game.variant) }), faults: [] };
}

function openFen(app: App, fen: string, variant: string): Opened {
  // A position of another game than the one that is chosen is often recognised by its pieces.
  const names = [variant, ...games().filter((name) => name !== variant)];
  const fits = names.find((name) => fenFaults(fen, name).length === 0);
  if (fits === undefined) return { said: '', faults: fenFaults(fen, variant).map(fenFault) };
  return shown(app, new Game(fits, fen, app.game.reading));
}

function openPgn(app: App, pgn: string, variant: string): Opened {
  // A game without the tag is one of the game that is chosen.
  const added = /^\s*\[Variant\s+"/m.test(pgn) ? '' : `[Variant "${variant}"]\n${/^\s*\[/.test(pgn) ? '' : '\n'}`;
  try {
    const text = added + pgn;
    const [read] = readGames(text);
    if (!read) return { said: '', faults: [t('share.nothing')] };
    const start = read.tags['FEN'] === undefined ? undefined : read.startFen;
    const game = new Game(read.variant, start, isCalled(read) ? 'called' : app.game.reading);
    callAt(game, game.root, read.comments);
    growLine(game, game.root, read.line);
    game.current = game.tip;
    game.tags = read.tags;
    if (!game.tip.outcome && read.result !== '*') {
      const winner = read.result === '1-0' ? 'white' : read.result === '0-1' ? 'black' : null;
      game.verdict = { winner, reason: winner === null ? 'agreement' : 'resignation' };
    }
    return shown(app, game);
  } catch (error) {
    return { said: '', faults: [pgnFault(error, added)] };
  }
}

/** Takes in a rules file: its good sections are games from now on, its faults are told with their lines. */
export async function openRules(app: App, text: string): Promise<Opened> {
  const { faults, names } = loadRulesFile(text);
  await app.khun.useRules(text).catch((error: unknown) => app.fail(error));
  if (names.length) app.configure({ rulesFile: text });
  const said = names.length ? t('rules.loaded', { n: names.length, names: names.map(gameName).join(', ') }) : t('rules.none');
  return { said, faults };
}

/** The game as PGN: the rules library writes it, with who played and how it ended. */
export function pgnOf(app: App): string {
  const { game, setup } = app;
  const khun = setup.mode === 'engine';
  const tags: Record<string, string> = {
    Event: game.tags['Event'] ?? 'Casual game',
    White: game.tags['White'] ?? (khun && setup.side === 'black' ? 'Khun' : '?'),
    Black: game.tags['Black'] ?? (khun && setup.side === 'white' ? 'Khun' : '?'),
    Date: game.tags['Date'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
  };
  const { variant, startFen, result } = game;
  const [first] = game.root.children;
  return writeGame({ variant, startFen, tags, comments: callsOf(game.root), line: first ? lineFrom(first) : [], result });
}

/** Gives a text to the user as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
