/** The face of @lichess-org/stockfish-web, with Khun behind it. */
export default function lila(options?: LilaOptions): Promise<LilaEngine>;

export interface LilaOptions {
  /** Shared memory for the engine, if the page has set some aside. */
  wasmMemory?: WebAssembly.Memory;
  /** Where a file of the package is to be found; by default beside this module. */
  locateFile?: (name: string) => string | URL;
  /** Not looked at: Workers run `worker.js`, which `locateFile` finds. */
  mainScriptUrlOrBlob?: string;
  listen?: (line: string) => void;
  onError?: (message: string) => void;
  /** `false`: without threads even where they are possible. */
  threaded?: boolean;
}

export interface LilaEngine {
  /** Called with every line that the engine says. */
  listen: (line: string) => void;
  onError: (message: string) => void;
  /** Sends a line of UCI. */
  uci(line: string): void;
  /** Gives the engine another network (Khun's own format). */
  setNnueBuffer(buffer: Uint8Array, index?: number): void;
  /** The network to fetch: an empty text, for the engine has its own. */
  getRecommendedNnue(index?: number): string;
}
