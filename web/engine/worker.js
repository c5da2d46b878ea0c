// What runs in a Worker: one thread of the threaded build, or all of the build without threads.

import { parent } from './platform.js';
import { single } from './single.js';
import { Exit, importsOf, wasi } from './wasi.js';

const host = parent();
let receive = begin;
host.listen((message) => receive(message));

/** The first message says what this Worker is. */
function begin(message) {
  if (message.kind === 'single') {
    receive = single(host, message);
  } else {
    // It says nothing more to a thread; whatever a thread needs it asks for.
    run(message);
  }
}

/** Runs a thread to its end. `thread` is 0 for the program's own. */
async function run({ module, memory, thread, argument, counters, reply, args, env }) {
  /** Asks the host and sleeps until it has answered. It writes to the program's memory itself. */
  function ask(question) {
    host.post({ kind: 'ask', thread, ...question });
    Atomics.wait(reply, 0, 0);
    Atomics.store(reply, 0, 0);
    return Atomics.load(reply, 1);
  }
  const calls = wasi({
    memory: () => memory,
    args,
    env,
    readInput: (pointer, length) => ask({ what: 'input', pointer, length }),
    fileSize: (path) => ask({ what: 'size', path }),
    readFile: (path, offset, pointer, length) => ask({ what: 'file', path, offset, pointer, length }),
    // Messages of several Workers may overtake each other: the number says their order.
    write: (descriptor, bytes) => host.post({ kind: 'write', descriptor, bytes, order: Atomics.add(counters, 0, 1) }),
    sleep: (milliseconds) => void Atomics.wait(reply, 0, 0, milliseconds),
  });
  const spawn = (argument) => {
    const thread = Atomics.add(counters, 1, 1) + 1;
    host.post({ kind: 'spawn', thread, argument });
    return thread;
  };
  try {
    const instance = await WebAssembly.instantiate(
      module,
      importsOf(module, calls, { env: { memory }, wasi: { 'thread-spawn': spawn } }),
    );
    if (thread === 0) instance.exports._start();
    else instance.exports.wasi_thread_start(thread, argument);
    host.post({ kind: thread === 0 ? 'exit' : 'end', thread, code: 0 });
  } catch (error) {
    if (error instanceof Exit) host.post({ kind: 'exit', code: error.code });
    else host.post({ kind: 'failed', message: String(error?.stack ?? error) });
  }
}
