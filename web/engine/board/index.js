// The rules library: what `board.js` (written by wasm-bindgen) has, once its WebAssembly is there.

import * as raw from './board.js';

export {
  Board, countings, fenFaults, loadVariantConfig, startingFen, validateFen, variantInfo, variants,
} from './board.js';

const exported = [
  'Board', 'countings', 'fenFaults', 'loadVariantConfig', 'startingFen', 'validateFen', 'variantInfo', 'variants',
];

/** @type {Promise<object> | undefined} */
let ready;

// No async function: `new` works on it too, as on ffish's `Module`.
export default function init(options = {}) {
  ready ??= load(options).then(() => Object.fromEntries(exported.map((name) => [name, raw[name]])));
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
  if (typeof process !== 'object' || !process.versions?.node || !String(url).startsWith('file:')) return url;
  const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
  return readFile(new URL(url));
}
