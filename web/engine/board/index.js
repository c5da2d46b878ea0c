// The rules library: what `board.js` (written by wasm-bindgen) has, once its WebAssembly is there, with ffish's shapes
// where those differ.

import * as raw from './board.js';

export { countings, fenFaults, loadVariantConfig, startingFen, validateFen, variantInfo, variants } from './board.js';

const { Board } = raw;

Board.prototype.delete = Board.prototype.free;
Board.prototype.pgn = function pgn(tags = {}) {
  return this.pgnWith(Object.entries(tags).flat().map(String));
};

/** A game that was read from PGN. */
class Game {
  constructor(game) {
    Object.assign(this, game);
  }
  headerKeys() {
    return Object.keys(this.tags).join(' ');
  }
  headers(name) {
    return this.tags[name] ?? '';
  }
  mainlineMoves() {
    return this.moves.join(' ');
  }
  delete() {}
}

const readGamesPGN = (pgn) => raw.readGames(pgn).map((game) => new Game(game));

function readGamePGN(pgn) {
  const [game] = readGamesPGN(pgn);
  if (!game) throw new Error('there is no game in this text');
  return game;
}

function writeGamePGN({ variant, startFen, comments = [], line, tags = {}, result }) {
  return raw.writeGame(variant, startFen, comments, line, Object.entries(tags).flat().map(String), result);
}

export { Board, Game, readGamePGN, readGamesPGN, writeGamePGN };

const { countings, fenFaults, loadVariantConfig, startingFen, validateFen, variantInfo, variants } = raw;
const all = {
  Board, Game, countings, fenFaults, loadVariantConfig, readGamePGN, readGamesPGN, startingFen, validateFen, variantInfo, variants,
  writeGamePGN,
};

/** @type {Promise<object> | undefined} */
let ready;

// No async function: `new` works on it too, as on ffish's `Module`.
export default function init(options = {}) {
  ready ??= load(options).then(() => all);
  // A failure is told once; the next call tries again.
  ready.catch(() => (ready = undefined));
  return ready;
}

async function load({ wasm, locateFile }) {
  const url = locateFile ? locateFile('board_bg.wasm') : new URL('./board_bg.wasm', import.meta.url);
  await raw.default({ module_or_path: wasm ?? (await file(url)) });
}

/** What wasm-bindgen takes for a file: where it is, or in Node, whose `fetch` reads no files, what is in it. */
async function file(url) {
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  return files && String(url).startsWith('file:') ? files.readFile(new URL(url)) : url;
}
