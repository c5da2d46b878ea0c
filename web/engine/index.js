// Khun's own face: promises and events over lines of UCI.

import { start } from './host.js';
import { processors } from './platform.js';
import { bestMove, info, option } from './uci.js';

export default async function khun(options = {}) {
  const engine = new Engine();
  await engine.begin(options);
  return engine;
}

/** Why a line is told to be wrong: what stands behind `info string ERROR`. */
const ERROR = /^info string ERROR (.*)$/;

class Engine {
  name = '';
  options = [];
  threaded = false;
  maxThreads = 1;

  #lines;
  #listeners = new Map();
  /** What waits for `readyok`, oldest first: the lines that came meanwhile go to the first. */
  #asked = [];
  /** The search under way. */
  #search;
  /** The search asked for last, which may still wait for its turn. */
  #latest;
  #isOver = false;
  /** The calls that talk to the engine, one after another. */
  #turn = Promise.resolve();

  async begin(options) {
    let failed;
    const failure = new Promise((_, reject) => (failed = reject));
    failure.catch(() => {});
    this.#lines = await start({
      ...options,
      onLine: (line) => this.#hear(line),
      onError: (error) => {
        failed(error);
        this.#tell('error', error);
      },
      onExit: () => this.#ended(),
    });
    this.threaded = this.#lines.threaded;
    this.maxThreads = this.threaded ? processors() : 1;
    const lines = await Promise.race([this.ask('uci'), failure]);
    this.name = lines.find((line) => line.startsWith('id name '))?.slice('id name '.length) ?? '';
    this.options = lines.map(option).filter(Boolean);
  }

  get variants() {
    return this.options.find(({ name }) => name === 'UCI_Variant')?.vars ?? [];
  }

  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
  }

  off(event, listener) {
    this.#listeners.get(event)?.delete(listener);
  }

  #tell(event, ...what) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...what);
  }

  send(line) {
    this.#lines.send(line);
  }

  /** Everything that is said until the engine is ready for more. */
  ask(line) {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new Error('the engine has ended'));
      this.#asked.push({ lines: [], resolve, reject });
      this.send(line);
      this.send('isready');
    });
  }

  /** Sends a line of which nothing is to be heard but faults. */
  async #order(line) {
    const faults = (await this.ask(line)).map((said) => ERROR.exec(said)?.[1]).filter(Boolean);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  #hear(line) {
    this.#tell('line', line);
    if (line === 'readyok') {
      const { lines, resolve } = this.#asked.shift() ?? {};
      resolve?.(lines);
      return;
    }
    if (line.startsWith('bestmove ')) {
      this.#search?.finish(bestMove(line));
      return;
    }
    const heard = info(line);
    if (heard) {
      this.#search?.found(heard);
      this.#tell('info', heard);
      return;
    }
    this.#asked[0]?.lines.push(line);
    if (line.startsWith('info string ')) this.#tell('message', line.slice('info string '.length));
  }

  async setOption(name, value) {
    await this.#order(value === undefined ? `setoption name ${name}` : `setoption name ${name} value ${value}`);
    if (/^variantpath$/i.test(name)) this.options = (await this.ask('uci')).map(option).filter(Boolean);
  }

  position({ fen, moves = [] } = {}) {
    const start = fen === undefined ? 'startpos' : `fen ${fen}`;
    return this.#order(`position ${start} moves ${moves.join(' ')}`.trim());
  }

  newGame() {
    return this.#order('ucinewgame');
  }

  go(options = {}) {
    const { fen, moves, onInfo, signal, ...limits } = options;
    this.stop();
    const search = new Searching(this, onInfo);
    this.#latest = search;
    const before = this.#turn;
    this.#turn = (async () => {
      await before;
      if (fen !== undefined || moves !== undefined) await this.position({ fen, moves });
      if (this.#search) await this.#search.done;
      if (this.#isOver) return search.finish({ best: null, ponder: null });
      this.#search = search;
      search.done.finally(() => {
        if (this.#search === search) this.#search = undefined;
      });
      this.send(goLine(limits));
      search.begun();
    })().catch((error) => search.fail(error));
    const stop = () => search.stop();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    search.done.finally(() => signal?.removeEventListener('abort', stop));
    // A promise with two functions more.
    return Object.assign(search.result, { stop, ponderHit: () => search.ponderHit() });
  }

  stop() {
    this.#latest?.stop();
  }

  writeFile(name, content) {
    this.#lines.writeFile(name, content);
  }

  quit() {
    return new Promise((resolve) => {
      this.on('exit', resolve);
      if (this.#isOver) resolve();
      else this.#lines.terminate();
    });
  }

  #ended() {
    this.#isOver = true;
    this.#search?.finish({ best: null, ponder: null });
    for (const { reject } of this.#asked.splice(0)) reject(new Error('the engine has ended'));
    this.#tell('exit');
  }
}

/** One search, from the call to its move. */
class Searching {
  isOver = false;
  #engine;
  #onInfo;
  #lines = [];
  #settle;
  #isBegun = false;
  /** What was wanted before the search had begun. */
  #wanted = [];

  constructor(engine, onInfo) {
    this.#engine = engine;
    this.#onInfo = onInfo;
    this.result = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    /** Resolves when it is over, however it ended. */
    this.done = this.result.then(
      () => {},
      () => {},
    );
  }

  begun() {
    this.#isBegun = true;
    for (const line of this.#wanted.splice(0)) this.#engine.send(line);
  }

  #want(line) {
    if (this.isOver) return;
    if (this.#isBegun) this.#engine.send(line);
    else this.#wanted.push(line);
  }

  stop() {
    this.#want('stop');
  }

  ponderHit() {
    this.#want('ponderhit');
  }

  found(info) {
    if (!info.bound) this.#lines[info.multipv - 1] = info;
    this.#onInfo?.(info);
  }

  finish({ best, ponder }) {
    this.isOver = true;
    const lines = this.#lines.filter(Boolean);
    const info = lines.find(({ pv }) => pv[0] === best) ?? lines[0] ?? null;
    this.#settle.resolve({ best, ponder, info, lines });
  }

  fail(error) {
    this.isOver = true;
    this.#settle.reject(error);
  }
}

const NUMBERS = ['movetime', 'depth', 'nodes', 'mate', 'wtime', 'btime', 'winc', 'binc', 'movestogo'];

function goLine({ searchmoves, ponder, infinite, ...limits }) {
  const words = ['go'];
  if (ponder) words.push('ponder');
  // JavaScript's "no end" is UCI's.
  if (infinite || limits.movetime === Infinity) words.push('infinite');
  for (const name of NUMBERS) {
    if (Number.isFinite(limits[name])) words.push(name, String(Math.round(limits[name])));
  }
  if (searchmoves?.length) words.push('searchmoves', ...searchmoves);
  return words.join(' ');
}
