// The engine as a plain Worker with lines of UCI both ways: `new Worker('uci-worker.js', { type: 'module' })`.

import { start } from './host.js';

/** Lines that come before the engine is there. */
const early = [];
let send = (line) => early.push(line);
self.onmessage = ({ data }) => send(String(data));

/** Chromium sometimes leaves a Worker alive that closes itself in the same moment as it ends Workers of its own. */
const close = () => setTimeout(() => self.close(), 100);

start({ onLine: (line) => self.postMessage(line), onExit: close }).then(
  (engine) => {
    send = (line) => engine.send(line);
    early.forEach(send);
  },
  (error) => self.postMessage(`info string ERROR ${error.message}`),
);
