// The engine as lines of text: starts its Workers, passes lines in and out, keeps the files that it may open. The faces
// of the package (`index.js`, `stockfish.js`, `lila.js`, `uci-worker.js`) stand on this.

import { canShare, compile, processors, startWorker } from './platform.js';
import { startSingle } from './single-host.js';
import { plainName } from './wasi.js';

const PAGE = 65536;
/** What the module asks for at least: its networks and tables, and room for the first threads. */
const FIRST_PAGES = 256;
/** Memory the threaded build may grow to, the most first: phones refuse to set aside as much as others do. */
const MOST_MEMORY = [1 << 30, 1 << 29, 1 << 28];

/**
 * @param {object} options
 * @param {boolean} [options.threaded]
 * @param {(name: string) => string | URL} [options.locateFile]
 * @param {Record<string, Uint8Array | string>} [options.files]
 * @param {WebAssembly.Memory} [options.memory] memory for the threaded build, if the page has set some aside
 * @param {(line: string) => void} options.onLine
 * @param {(error: Error) => void} [options.onError]
 * @param {() => void} [options.onExit]
 */
export async function start({ threaded = canShare, locateFile, files = {}, memory, onLine, onError, onExit }) {
  const locate = locateFile ?? (() => undefined);
  const engine = {
    files: new Map(),
    isOver: false,
    fail(error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
    },
    over() {
      if (this.isOver) return;
      this.isOver = true;
      onExit?.();
    },
    sayLine: onLine,
    say: lines((line) => engine.sayLine(line)),
  };
  for (const [name, content] of Object.entries(files)) engine.files.set(plainName(name), toBytes(content));
  const build = threaded && canShare ? startThreaded : startSingle;
  const running = await build(engine, locate, memory);
  return {
    threaded: build === startThreaded,
    send(line) {
      if (!engine.isOver) running.send(`${line}\n`);
    },
    writeFile(name, content) {
      const bytes = toBytes(content);
      engine.files.set(plainName(name), bytes);
      running.fileWritten?.(plainName(name), bytes);
    },
    terminate() {
      running.terminate();
      engine.over();
    },
  };
}

const toBytes = (content) => (typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content));

/** Cuts what is written into lines. */
function lines(onLine) {
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop();
    for (const line of parts) onLine(line.replace(/\r$/, ''));
  };
}

function sharedMemory(given, module) {
  const needed = WebAssembly.Module.imports(module).find(({ kind }) => kind === 'memory');
  if (given && needed) return given;
  let refused;
  for (const most of MOST_MEMORY) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: most / PAGE, shared: true });
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

async function startThreaded(engine, locate, given) {
  const module = await compile(locate('khun-threaded.wasm') ?? new URL('./khun-threaded.wasm', import.meta.url));
  const memory = sharedMemory(given, module);
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const threads = new Map();
  const waiting = new Map();
  let nextToSay = 0;
  let input = new Uint8Array();
  /** The thread that waits for input. */
  let reader;

  const bytesAt = (pointer, length) => new Uint8Array(memory.buffer, pointer, length);

  function answer(thread, result) {
    const { reply } = threads.get(thread) ?? {};
    if (!reply) return;
    Atomics.store(reply, 1, result);
    Atomics.store(reply, 0, 1);
    Atomics.notify(reply, 0);
  }

  function feed() {
    if (!reader || input.length === 0) return;
    const { thread, pointer, length } = reader;
    reader = undefined;
    const part = input.subarray(0, length);
    bytesAt(pointer, part.length).set(part);
    input = input.slice(part.length);
    answer(thread, part.length);
  }

  const answers = {
    input(question) {
      reader = question;
      feed();
    },
    size: ({ thread, path }) => answer(thread, engine.files.get(path)?.length ?? -1),
    file({ thread, path, offset, pointer, length }) {
      const part = (engine.files.get(path) ?? new Uint8Array()).subarray(offset, offset + length);
      bytesAt(pointer, part.length).set(part);
      answer(thread, part.length);
    },
  };

  const heard = {
    ask: (question) => answers[question.what](question),
    write({ order, descriptor, bytes }) {
      waiting.set(order, { descriptor, bytes });
      for (let next; (next = waiting.get(nextToSay)); nextToSay++) {
        waiting.delete(nextToSay);
        if (next.descriptor === 1) engine.say(next.bytes);
        else engine.fail(new Error(new TextDecoder().decode(next.bytes).trim()));
      }
    },
    spawn: ({ thread, argument }) => begin(thread, argument),
    end({ thread }) {
      threads.get(thread)?.worker.terminate();
      threads.delete(thread);
    },
    exit() {
      terminate();
      engine.over();
    },
    failed({ message }) {
      engine.fail(new Error(message));
      terminate();
      engine.over();
    },
  };

  function begin(thread, argument) {
    const reply = new Int32Array(new SharedArrayBuffer(8));
    const onMessage = (message) => {
      if (!engine.isOver) heard[message.kind](message);
    };
    const worker = startWorker(locate('worker.js'), `khun ${thread}`, onMessage, (error) => {
      engine.fail(error);
      terminate();
      engine.over();
    });
    threads.set(thread, { worker, reply });
    worker.post({
      kind: 'thread', module, memory, thread, argument, counters, reply,
      args: ['khun'],
      env: { KHUN_PROCESSORS: String(processors()) },
    });
  }

  function terminate() {
    for (const { worker } of threads.values()) worker.terminate();
    threads.clear();
  }

  begin(0, 0);
  return {
    send(text) {
      const more = new TextEncoder().encode(text);
      const all = new Uint8Array(input.length + more.length);
      all.set(input);
      all.set(more, input.length);
      input = all;
      feed();
    },
    terminate,
  };
}
