import type { Count } from './rules.ts';
import type { Key } from './words.ts';

/** The mark of a move in the list: whether it starts, changes or ends a count. */
export function countMark(before: Count | null, after: Count | null): Key | undefined {
  const [ran, runs] = [before?.running ?? false, after?.running ?? false];
  if (!ran && runs) return 'moves.countStarts';
  if (ran && !runs) return 'moves.countEnds';
  if (before && after && ran && runs && (before.honour !== after.honour || before.limit !== after.limit)) return 'moves.countChanges';
  return undefined;
}
