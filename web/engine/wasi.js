// The part of WASI (wasi_snapshot_preview1) that the engine calls: clocks, random bytes, the standard streams, reading
// files of one folder, sleeping, leaving. Everything else is answered with "not supported".

const OK = 0;
const AGAIN = 6;
const BAD_DESCRIPTOR = 8;
const INVALID = 28;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 52;
const NOT_A_FOLDER = 54;

const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;

/** The one folder that programs are given. */
const ROOT = 3;
const ALL_RIGHTS = (1n << 62n) - 1n;

/** Paths are relative to the one folder there is: `/a`, `./a` and `a` are the same. */
export const plainName = (path) => path.replace(/^(\.?\/)+/, '');

/** What a program throws to leave: nothing after `proc_exit` may run. */
export class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * @param {object} system what the program runs on
 * @param {() => WebAssembly.Memory} system.memory
 * @param {string[]} system.args
 * @param {Record<string, string>} system.env
 * @param {(pointer: number, length: number) => number} system.readInput fills memory with input; how much there was, -1
 *   for "none at present", 0 at the end
 * @param {(descriptor: number, bytes: Uint8Array) => void} system.write
 * @param {(path: string) => number} system.fileSize -1 where there is no such file
 * @param {(path: string, offset: number, pointer: number, length: number) => number} system.readFile
 * @param {(milliseconds: number) => void} system.sleep
 */
export function wasi(system) {
  const { args, env } = system;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  /** @type {Map<number, { path: string, size: number, offset: number }>} */
  const files = new Map();
  let nextDescriptor = ROOT + 1;

  const view = () => new DataView(system.memory().buffer);
  const bytes = (pointer, length) => new Uint8Array(system.memory().buffer, pointer, length);
  // A decoder takes no shared memory: the bytes are copied first.
  const text = (pointer, length) => new TextDecoder().decode(bytes(pointer, length).slice());

  function* vectors(pointer, count) {
    for (let at = pointer; at < pointer + 8 * count; at += 8) {
      yield [view().getUint32(at, true), view().getUint32(at + 4, true)];
    }
  }

  function putStrings(strings, pointers, buffer) {
    for (const string of strings) {
      const encoded = new TextEncoder().encode(`${string}\0`);
      view().setUint32(pointers, buffer, true);
      bytes(buffer, encoded.length).set(encoded);
      pointers += 4;
      buffer += encoded.length;
    }
    return OK;
  }

  function putSizes(strings, count, size) {
    view().setUint32(count, strings.length, true);
    view().setUint32(size, new TextEncoder().encode(strings.join('\0') + '\0').length, true);
    return OK;
  }

  function putStat(pointer, type, size) {
    bytes(pointer, 64).fill(0);
    view().setUint8(pointer + 16, type);
    view().setBigUint64(pointer + 32, BigInt(size), true);
    return OK;
  }

  const nameOf = (pointer, length) => plainName(text(pointer, length));

  function read(descriptor, pointer, count, result) {
    let total = 0;
    for (const [at, length] of vectors(pointer, count)) {
      if (length === 0) continue;
      let got;
      if (descriptor === 0) {
        got = system.readInput(at, length);
        if (got < 0) return AGAIN;
      } else {
        const file = files.get(descriptor);
        if (!file) return BAD_DESCRIPTOR;
        got = system.readFile(file.path, file.offset, at, length);
        file.offset += got;
      }
      total += got;
      if (got < length) break;
    }
    view().setUint32(result, total, true);
    return OK;
  }

  function write(descriptor, pointer, count, result) {
    if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
    const parts = [...vectors(pointer, count)];
    const all = new Uint8Array(parts.reduce((sum, [, length]) => sum + length, 0));
    let end = 0;
    for (const [at, length] of parts) {
      all.set(bytes(at, length), end);
      end += length;
    }
    if (end > 0) system.write(descriptor, all);
    view().setUint32(result, end, true);
    return OK;
  }

  return {
    args_sizes_get: (count, size) => putSizes(args, count, size),
    args_get: (pointers, buffer) => putStrings(args, pointers, buffer),
    environ_sizes_get: (count, size) => putSizes(variables, count, size),
    environ_get: (pointers, buffer) => putStrings(variables, pointers, buffer),

    clock_res_get(_clock, result) {
      view().setBigUint64(result, 1000n, true);
      return OK;
    },
    clock_time_get(_clock, _precision, result) {
      // Every Worker counts from its own beginning; with the origin all threads read one clock.
      const now = performance.timeOrigin + performance.now();
      view().setBigUint64(result, BigInt(Math.round(now * 1000)) * 1000n, true);
      return OK;
    },
    random_get(pointer, length) {
      const random = new Uint8Array(length);
      for (let at = 0; at < length; at += 65536) crypto.getRandomValues(random.subarray(at, at + 65536));
      bytes(pointer, length).set(random);
      return OK;
    },
    sched_yield: () => OK,
    poll_oneoff(subscriptions, events, count, result) {
      // Only sleeping is asked for: the first clock of the list, which is at most a list of one.
      const data = view();
      if (count !== 1 || data.getUint8(subscriptions + 8) !== 0) return NOT_SUPPORTED;
      const timeout = Number(data.getBigUint64(subscriptions + 24, true)) / 1e6;
      const isAbsolute = data.getUint16(subscriptions + 40, true) & 1;
      system.sleep(isAbsolute ? timeout - (performance.timeOrigin + performance.now()) : timeout);
      bytes(events, 32).fill(0);
      view().setBigUint64(events, view().getBigUint64(subscriptions, true), true);
      view().setUint32(result, 1, true);
      return OK;
    },
    proc_exit(code) {
      throw new Exit(code);
    },

    fd_read: read,
    fd_write: write,
    fd_close(descriptor) {
      return files.delete(descriptor) || descriptor <= ROOT ? OK : BAD_DESCRIPTOR;
    },
    fd_seek(descriptor, offset, whence, result) {
      const file = files.get(descriptor);
      if (!file) return BAD_DESCRIPTOR;
      const position = [0, file.offset, file.size][whence] + Number(offset);
      if (position < 0) return INVALID;
      file.offset = position;
      view().setBigUint64(result, BigInt(position), true);
      return OK;
    },
    fd_fdstat_get(descriptor, result) {
      const isFile = files.has(descriptor);
      if (descriptor > ROOT && !isFile) return BAD_DESCRIPTOR;
      bytes(result, 24).fill(0);
      view().setUint8(result, isFile ? REGULAR_FILE : descriptor === ROOT ? DIRECTORY : CHARACTER_DEVICE);
      view().setBigUint64(result + 8, ALL_RIGHTS, true);
      view().setBigUint64(result + 16, ALL_RIGHTS, true);
      return OK;
    },
    fd_filestat_get(descriptor, result) {
      const file = files.get(descriptor);
      if (file) return putStat(result, REGULAR_FILE, file.size);
      return descriptor <= ROOT ? putStat(result, descriptor === ROOT ? DIRECTORY : CHARACTER_DEVICE, 0) : BAD_DESCRIPTOR;
    },
    fd_prestat_get(descriptor, result) {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      view().setUint8(result, 0);
      view().setUint32(result + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(descriptor, pointer, length) {
      if (descriptor !== ROOT || length < 1) return BAD_DESCRIPTOR;
      bytes(pointer, 1)[0] = '/'.charCodeAt(0);
      return OK;
    },
    path_open(_folder, _lookup, pointer, length, _how, _rights, _inheriting, _flags, result) {
      const path = nameOf(pointer, length);
      const size = system.fileSize(path);
      if (size < 0) return NO_ENTRY;
      files.set(nextDescriptor, { path, size, offset: 0 });
      view().setUint32(result, nextDescriptor++, true);
      return OK;
    },
    path_filestat_get(_folder, _lookup, pointer, length, result) {
      const path = nameOf(pointer, length);
      if (path === '' || path === '.') return putStat(result, DIRECTORY, 0);
      const size = system.fileSize(path);
      return size < 0 ? NO_ENTRY : putStat(result, REGULAR_FILE, size);
    },
    fd_readdir: () => NOT_A_FOLDER,
  };
}

/** All imports of a module: the calls above, and "not supported" for the others that it names. */
export function importsOf(module, calls, others = {}) {
  const imports = { wasi_snapshot_preview1: { ...calls }, ...others };
  for (const { module: group, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind === 'function') (imports[group] ??= {})[name] ??= () => NOT_SUPPORTED;
  }
  return imports;
}
