/* Compiled, not run: what README shows must fit the declarations. */

import khun, { type Info } from 'khun';
import init, { Board, type Refusal } from 'khun/board';
import lila from 'khun/lila';

export async function all(): Promise<string> {
  const engine = await khun({ files: { 'own.ini': '' } });
  const seen: Info[] = [];
  const search = engine.go({ fen: '8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60', movetime: 100, onInfo: (info) => seen.push(info) });
  search.stop();
  const { best, lines } = await search;
  await init();
  const board = new Board('makruk');
  board.push(best ?? 'e3e4');
  const why: Refusal | null = board.whyNot('e3e4');
  const module = await lila({ locateFile: (name) => `/${name}` });
  module.listen = (line: string) => void line;
  return `${lines[0]?.score.cp ?? 0} ${board.outcome()?.words ?? ''} ${board.count()?.left ?? ''} ${why?.kind ?? ''}`;
}
