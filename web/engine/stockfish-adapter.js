// What stands behind the face of `stockfish.js`. The engine itself knows Fairy-Stockfish's `load <<MARK`.

import { start } from './host.js';

export async function adapter({ locateFile, wasmMemory, threaded, onError }, banner) {
  const listeners = new Set();
  const say = (line) => {
    for (const listener of listeners) listener(line);
  };
  // Sites name Fairy-Stockfish's files in `locateFile`; only one that knows ours moves them.
  const moved = (name) => {
    const place = locateFile?.(name, '');
    return place && place !== name ? place : undefined;
  };
  const engine = await start({ locateFile: moved, memory: wasmMemory, threaded, onLine: say, onError });

  let isGreeted = false;
  return {
    postMessage(text) {
      for (const line of String(text).split('\n')) engine.send(line);
    },
    addMessageListener(listener) {
      listeners.add(listener);
      if (isGreeted) return;
      isGreeted = true;
      // After the caller has finished, as everything that an engine says is.
      queueMicrotask(() => say(banner));
    },
    removeMessageListener: (listener) => void listeners.delete(listener),
    terminate: () => engine.terminate(),
    FS: {
      writeFile: (path, content) => engine.writeFile(path, content),
      /** Folders are parts of names here. */
      mkdir() {},
    },
  };
}
