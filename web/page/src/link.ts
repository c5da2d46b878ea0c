/** A game in the address: what follows `#`, so that no host ever sees it. */

import { Game } from './game.ts';
import { hasGame } from './rules.ts';

export function linkTo(game: Game): string {
  const words = new URLSearchParams({ game: game.variant });
  if (game.reading !== 'fairy-stockfish') words.set('count', game.reading);
  if (game.startFen !== undefined) words.set('fen', game.startFen);
  const nodes = game.mainLine();
  const moves = nodes.slice(1).map((node) => node.uci + (node.call === 'start' ? '!' : node.call === 'stop' ? '-' : ''));
  if (moves.length) words.set('moves', moves.join('_'));
  const ply = nodes.indexOf(game.current);
  if (ply >= 0 && ply < nodes.length - 1) words.set('ply', String(ply));
  return `${location.href.split('#')[0] ?? ''}#${words}`;
}

/** The game of an address; `undefined` if it has none that can be played. */
export function gameOf(hash: string): Game | undefined {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const variant = words.get('game') ?? 'makruk';
  if (!words.has('game') && !words.has('fen')) return undefined;
  if (!hasGame(variant)) return undefined;
  try {
    const game = new Game(variant, words.get('fen') ?? undefined, words.get('count') ?? 'fairy-stockfish');
    for (const text of (words.get('moves') ?? '').split('_').filter(Boolean)) {
      const node = game.play(text.replace(/[!-]$/, ''));
      if (!node) break;
      game.current = node;
      if (text.endsWith('!')) game.call('start');
      if (text.endsWith('-')) game.call('stop');
    }
    const ply = words.get('ply');
    game.current = (ply !== null ? game.mainLine()[Number(ply)] : undefined) ?? game.tip;
    return game;
  } catch {
    return undefined;
  }
}
