// Where browsers and Node differ.

// Without `import`, which bundlers would follow.
const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');

/** Whether threads can be had: memory may be shared here. */
export const canShare = node !== undefined || globalThis.crossOriginIsolated === true;

export const processors = () =>
  globalThis.navigator?.hardwareConcurrency ?? globalThis.process?.getBuiltinModule?.('node:os').availableParallelism() ?? 1;

/** A file's bytes, compiled. */
export async function compile(url) {
  if (String(url).startsWith('file:') && node) {
    const { readFile } = globalThis.process.getBuiltinModule('node:fs/promises');
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Servers that do not know the type of `.wasm` are many; theirs are compiled after they have come.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A Worker that runs `worker.js`, with its messages and failures told to these two. */
export function startWorker(url, name, onMessage, onError) {
  if (node) {
    const worker = new node.Worker(new URL(url ?? new URL('./worker.js', import.meta.url)), { name });
    worker.on('message', onMessage);
    worker.on('error', onError);
    return { post: (message) => worker.postMessage(message), terminate: () => void worker.terminate() };
  }
  // Bundlers look for exactly this expression.
  const worker = url
    ? new Worker(url, { type: 'module', name })
    : new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'khun' });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    onError(new Error(event.message || 'a Worker could not be started'));
  };
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}

/** The other end, in a Worker. */
export function parent() {
  const port = node ? node.parentPort : globalThis;
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage) {
      if (node) port.on('message', onMessage);
      else port.onmessage = ({ data }) => onMessage(data);
    },
  };
}
