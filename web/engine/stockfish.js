// The face of fairy-stockfish-nnue.wasm, for sites that call it: a classic script with a global `Stockfish(options)`,
// whose promise resolves to { postMessage, addMessageListener, removeMessageListener, terminate, FS.writeFile }.

(() => {
  const here = globalThis.document?.currentScript?.src ?? globalThis.location?.href;

  /** What sites wait for before they say anything. */
  const BANNER = "Fairy-Stockfish's place is taken by Khun";

  async function Stockfish(options = {}) {
    const base = options.mainScriptUrlOrBlob && typeof options.mainScriptUrlOrBlob === 'string'
      ? options.mainScriptUrlOrBlob
      : here;
    const { adapter } = await import(new URL('./stockfish-adapter.js', base).href);
    return adapter(options, BANNER);
  }

  globalThis.Stockfish = Stockfish;
  if (typeof module === 'object' && module.exports) module.exports = Stockfish;
})();
