/** Why a move is refused, in the players' words. The rules library judges. */

import type { FenFault, PgnError, Refusal } from 'khun/board';
import type { Board } from './rules.ts';
import { t, type Key } from './words.ts';

/** The refusals that a player is told. Where a man does not move so at all, it goes back without a word. */
const REFUSALS: Partial<Record<Refusal['kind'], Key>> = {
  over: 'refused.over',
  'in check': 'refused.inCheck',
  'own check': 'refused.ownCheck',
  'no flight': 'refused.noFlight',
  'gives check': 'refused.givesCheck',
};

/** The reason why a man may not go from a square to another; `undefined` where the man does not move so. */
export function refusal(board: Board, from: string, to: string): string | undefined {
  const key = REFUSALS[board.whyNot(from + to)?.kind ?? 'gait'];
  return key && t(key);
}

/** What is wrong with a FEN: the rule, and in English where it is broken. */
export const fenFault = ({ kind, words }: FenFault): string => `${t(`fault.fen.${kind}`)} (${words})`;

/** What is wrong with a PGN text, with its place; `added` was put before what the user gave. */
export function pgnFault(error: unknown, added: string): string {
  const { kind, line, column, message } = error as PgnError;
  if (!(error instanceof Error) || kind === undefined) return String(message ?? error);
  const known = kind === 'move' || kind === 'variant' || kind === 'fen';
  const detail = known ? ` (${message.replace(/^game \d+, line \d+, column \d+: /, '')})` : '';
  return t('fault.pgn.at', { line: line - (added.split('\n').length - 1), column, what: t(`fault.pgn.${kind}`) + detail });
}
