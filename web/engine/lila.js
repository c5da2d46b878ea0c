// The face of @lichess-org/stockfish-web, as lichess's page calls it.

import { start } from './host.js';

/** How a network given by `setNnueBuffer` is named. */
const NETWORK = 'given.net';

export default async function lila({ wasmMemory, locateFile, onError, listen, threaded } = {}) {
  const module = {
    listen: listen ?? (() => {}),
    onError: onError ?? ((error) => console.error(error)),
    uci(line) {
      // "Go deeper" asks for a time without end.
      engine.send(line.replace(/\bmovetime Infinity\b/, 'infinite'));
    },
    /** A network of Khun's; the ones that it brings along serve all its games. */
    setNnueBuffer(buffer, index = 0) {
      if (index > 0) return;
      engine.writeFile(NETWORK, buffer);
      engine.send(`setoption name EvalFile value ${NETWORK}`);
    },
    /** None: the networks are in the engine. */
    getRecommendedNnue: () => '',
  };
  const engine = await start({
    memory: wasmMemory,
    locateFile,
    threaded,
    onLine: (line) => module.listen(line),
    onError: (error) => module.onError(error.message),
  });
  return module;
}
