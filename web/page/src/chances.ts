/** From scores to chances, and from chances to what went wrong in a game. */

import type { Info } from './engine.ts';
import type { Game, GameNode, Judgement } from './game.ts';
import type { Color } from './board/state.ts';

/** What a line of a search says, from White's side. */
export function judge(info: Info, toMove: Color): Judgement {
  const sign = toMove === 'white' ? 1 : -1;
  const { cp, mate } = info.score;
  let own: number;
  if (info.wdl) own = (info.wdl[0] + info.wdl[1] / 2) / 1000;
  else if (mate !== undefined) own = mate > 0 ? 1 : 0;
  else own = 1 / (1 + Math.exp(-(cp ?? 0) / 250));
  const judgement: Judgement = { chance: toMove === 'white' ? own : 1 - own, depth: info.depth, pv: info.pv };
  if (mate !== undefined) judgement.mate = sign * mate;
  else judgement.cp = sign * (cp ?? 0);
  return judgement;
}

/** White's chances at a node: as it was judged, or as the game ended there. */
export function chanceAt(node: GameNode): number | undefined {
  if (node.outcome) return node.outcome.winner === null ? 0.5 : node.outcome.winner === 'white' ? 1 : 0;
  return node.judgement?.chance;
}

export interface Moment {
  node: GameNode;
  kind: 'blunder' | 'mistake' | 'missed';
  /** The mover's chances. */
  before: number;
  after: number;
}

/** Drops of a mover's chances from which a move is a mistake, and a blunder. */
const MISTAKE = 0.15;
const BLUNDER = 0.3;
/** Chances that are a win, and those that are no longer one. */
const WON = 0.9;
const NOT_WON = 0.65;

export const moverOf = (node: GameNode): Color => (node.toMove === 'white' ? 'black' : 'white');

/** The mover's chances before and after a move. */
export function chancesOf(node: GameNode): { before: number; after: number } | undefined {
  const [before, after] = [node.parent && chanceAt(node.parent), chanceAt(node)];
  if (before === undefined || after === undefined) return undefined;
  return moverOf(node) === 'white' ? { before, after } : { before: 1 - before, after: 1 - after };
}

/** The moves of the game that spoiled something. */
export function moments(game: Game): Moment[] {
  const found: Moment[] = [];
  for (const node of game.mainLine().slice(1)) {
    const chances = chancesOf(node);
    if (!chances || node.parent?.judgement?.pv[0] === node.uci) continue;
    const { before, after } = chances;
    const drop = before - after;
    if (before >= WON && after <= NOT_WON) found.push({ node, kind: 'missed', before, after });
    else if (drop >= BLUNDER) found.push({ node, kind: 'blunder', before, after });
    else if (drop >= MISTAKE) found.push({ node, kind: 'mistake', before, after });
  }
  return found;
}

/** The move with which the game turned: the worst of the loser's, or of anybody's in a draw. */
export function turningPoint(game: Game): Moment | undefined {
  const winner = game.ending?.winner ?? null;
  const candidates = moments(game).filter(({ node }) => winner === null || moverOf(node) !== winner);
  return candidates.reduce<Moment | undefined>((worst, moment) => (worst && worst.before - worst.after >= moment.before - moment.after ? worst : moment), undefined);
}
