// The build without threads, in one Worker that does everything: lines come as messages, one is heard at a time, and a
// search that runs can only be told what `bell.js` rings.

import { listenForBell } from './bell.js';
import { Exit, importsOf, wasi } from './wasi.js';

/** Begins, and gives back what hears the messages after the first. */
export function single(host, { module, files: given, env, bell }) {
  const files = new Map(given);
  const queue = [];
  const heardBell = listenForBell(bell);
  let program;
  let memory;
  /** The line that is being handed over. */
  let line;
  /** The search that runs, as the page numbers them. */
  let search;

  const bytesAt = (pointer, length) => new Uint8Array(memory.buffer, pointer, length);

  const calls = wasi({
    memory: () => memory,
    args: ['khun'],
    env,
    readInput(pointer, length) {
      // Handed over is one line; what a search asks for after that is whether the bell rings.
      let text = line;
      line = undefined;
      if (text === undefined && search) text = heardBell(search);
      if (text === undefined) return -1;
      const encoded = new TextEncoder().encode(`${text}\n`);
      const part = encoded.subarray(0, length);
      bytesAt(pointer, part.length).set(part);
      // A line longer than the reader's buffer is handed over in pieces.
      if (part.length < encoded.length) line = new TextDecoder().decode(encoded.subarray(part.length)).slice(0, -1);
      return part.length;
    },
    write: (descriptor, bytes) => host.post({ kind: 'write', descriptor, bytes }),
    fileSize: (path) => files.get(path)?.length ?? -1,
    readFile(path, offset, pointer, length) {
      const part = (files.get(path) ?? new Uint8Array()).subarray(offset, offset + length);
      bytesAt(pointer, part.length).set(part);
      return part.length;
    },
    sleep() {},
  });

  function guarded(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof Exit) host.post({ kind: 'exit' });
      else host.post({ kind: 'failed', message: String(error?.stack ?? error) });
      return undefined;
    }
  }

  function work() {
    for (let message; program && (message = queue.shift()); ) {
      if (message.kind === 'file') {
        files.set(message.name, message.bytes);
        continue;
      }
      line = message.line;
      search = message.search;
      host.post({ kind: 'heard', number: message.number });
      const goesOn = guarded(() => program.khun_turn());
      search = undefined;
      if (goesOn === 0) host.post({ kind: 'exit' });
    }
  }

  WebAssembly.instantiate(module, importsOf(module, calls)).then(
    (instance) => {
      memory = instance.exports.memory;
      guarded(() => instance.exports._initialize?.());
      program = instance.exports;
      host.post({ kind: 'ready', hasBell: heardBell.works });
      work();
    },
    (error) => host.post({ kind: 'failed', message: String(error) }),
  );

  return (message) => {
    queue.push(message);
    if (program) work();
  };
}
