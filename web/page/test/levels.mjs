/*
 * Whether each level of the page beats the one below it, in a browser as in the program for this machine: games of
 * neighbours from random openings, each opening played with both colours. Exits with status 1 where one does not.
 *
 *     npm run levels [-- games of each pair, 50 by default] [game, makruk by default]
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import init, { Board } from 'khun/board';
import { program } from '../../engine/test/native.mjs';
import { launch, serve } from './browser.mjs';

const games = Number(process.argv[2] ?? 50);
const variant = process.argv[3] ?? 'makruk';
/** Random moves with which a game begins. */
const OPENING = 4;
/** What full strength may look at: enough to be stronger than the highest level, and quick. */
const NODES = 30_000;

const [, list] = /LEVELS: .* = \[(.*)\]/.exec(readFileSync(join(import.meta.dirname, '../src/engine.ts'), 'utf8'));
const LEVELS = list.split(', ').map((elo) => (elo === 'undefined' ? undefined : Number(elo)));
const nameOf = (level) => (LEVELS[level] === undefined ? 'full' : String(LEVELS[level]));

await init();

/** The levels' options as lines of UCI. */
const setup = (elo) => [
  `setoption name UCI_Variant value ${variant}`,
  'setoption name Hash value 16',
  ...(elo === undefined ? [] : ['setoption name UCI_LimitStrength value true', `setoption name UCI_Elo value ${elo}`]),
];

/** A player is a function from the moves so far to a move. */
async function nativePlayer(elo) {
  const child = spawn(program(), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const heard = async (word) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the program ended');
      if (value.startsWith(word)) return value.split(' ')[1];
    }
  };
  const send = (line) => child.stdin.write(`${line}\n`);
  setup(elo).forEach(send);
  return {
    newGame: () => send('ucinewgame'),
    async move(moves) {
      send(`position startpos moves ${moves.join(' ')}`);
      send(`go nodes ${NODES}`);
      return heard('bestmove');
    },
    quit: () => child.kill(),
  };
}

async function browserPlayer(elo, { browser, site }) {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(async (lines) => {
    const { default: khun } = await import(new URL('engine/index.js', document.baseURI).href);
    globalThis.player = await khun();
    for (const line of lines) globalThis.player.send(line);
  }, setup(elo));
  return {
    newGame: () => page.evaluate(() => globalThis.player.newGame()),
    move: (moves) => page.evaluate(async ([moves, nodes]) => (await globalThis.player.go({ moves, nodes })).best, [moves, NODES]),
    quit: () => page.close(),
  };
}

/** The first player's result: 1, 0.5 or 0. */
async function game(white, black, opening) {
  const board = new Board(variant);
  for (const move of opening) board.push(move);
  await Promise.all([white.newGame(), black.newGame()]);
  while (!board.isGameOver()) {
    const moves = board.moveStack().split(' ').filter(Boolean);
    const move = await (board.turn() ? white : black).move(moves);
    if (!board.push(move)) throw new Error(`${move} is no move in ${board.fen()}`);
  }
  const result = board.result();
  board.delete();
  return result === '1-0' ? 1 : result === '0-1' ? 0 : 0.5;
}

/** Random moves, the same for everybody: a linear congruential generator's (Numerical Recipes). */
function openingOf(seed) {
  let state = seed >>> 0;
  const board = new Board(variant);
  for (let ply = 0; ply < OPENING; ply++) {
    const moves = board.legalMoves().split(' ');
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    board.push(moves[Math.floor((state / 2 ** 32) * moves.length)]);
  }
  const moves = board.moveStack().split(' ');
  board.delete();
  return moves;
}

/** What the higher of two levels scores against the lower. */
async function match(level, playerOf) {
  const [high, low] = await Promise.all([playerOf(LEVELS[level]), playerOf(LEVELS[level - 1])]);
  let score = 0;
  for (let number = 0; number < games; number++) {
    const opening = openingOf(level * 1000 + (number >> 1));
    score += number % 2 ? 1 - (await game(low, high, opening)) : await game(high, low, opening);
  }
  await Promise.all([high.quit(), low.quit()]);
  return score;
}

program();
const place = { browser: await launch(), site: await serve() };
let failed = false;
for (let level = 1; level < LEVELS.length; level++) {
  const [here, native] = await Promise.all([match(level, (elo) => browserPlayer(elo, place)), match(level, nativePlayer)]);
  const fails = here <= games / 2;
  failed ||= fails;
  console.log(`${nameOf(level)} against ${nameOf(level - 1)}: ${here} of ${games} in the browser, ${native} natively${fails ? ': no better' : ''}`);
}
await place.browser.close();
await place.site.close();
process.exitCode = failed ? 1 : 0;
