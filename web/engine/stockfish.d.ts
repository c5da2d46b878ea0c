/** The face of fairy-stockfish-nnue.wasm, with Khun behind it. Defined as a global by the classic script `stockfish.js`. */
export interface StockfishOptions {
  /** Where a file of the package is to be found; by default beside the script. */
  locateFile?: (name: string, folder: string) => string;
  /** The script's own address, where the browser does not tell it. */
  mainScriptUrlOrBlob?: string;
  wasmMemory?: WebAssembly.Memory;
  /** `false`: without threads even where they are possible. */
  threaded?: boolean;
  onError?: (error: Error) => void;
}

export interface StockfishEngine {
  /** Sends lines of UCI; `load <<MARK`, a rules file and `MARK` load it. */
  postMessage(text: string): void;
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  terminate(): void;
  FS: { writeFile(path: string, content: string | Uint8Array): void; mkdir(path: string): void };
}

declare global {
  function Stockfish(options?: StockfishOptions): Promise<StockfishEngine>;
}
