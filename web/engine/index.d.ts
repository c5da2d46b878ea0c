/**
 * Starts an engine in Workers of its own. Where the page is cross-origin isolated (and in Node) its searches use threads;
 * elsewhere one Worker does everything. Both find the same moves.
 *
 * Rejects when the engine's files cannot be loaded.
 */
export default function khun(options?: KhunOptions): Promise<Engine>;

export interface KhunOptions {
  /** `false`: the build without threads even where threads are possible. */
  threaded?: boolean;
  /** Where a file of the package is to be found; by default beside this module. */
  locateFile?: (name: string) => string | URL;
  /** Files that the engine can open, by the name that `EvalFile` or `VariantPath` will give. */
  files?: Record<string, Uint8Array | string>;
}

/** An option that the engine advertises. */
export interface EngineOption {
  name: string;
  type: 'check' | 'spin' | 'combo' | 'button' | 'string';
  default?: string;
  min?: number;
  max?: number;
  /** The values of a combo. */
  vars?: string[];
}

/** What is searched, and for how long. Without any limit it is searched until `stop`. Times are in milliseconds. */
export interface GoOptions {
  /** The position to search; without it, and without `moves`, the last one stays. */
  fen?: string;
  /** Moves from `fen`, or from the variant's start, as UCI writes them. */
  moves?: string[];
  movetime?: number;
  depth?: number;
  nodes?: number;
  /** Search for a mate in so many moves. */
  mate?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  searchmoves?: string[];
  /** Search on the opponent's time: the limits count from `ponderHit`. */
  ponder?: boolean;
  infinite?: boolean;
  /** Called with every line that is found. */
  onInfo?: (info: Info) => void;
  /** Stops the search when it is aborted; the promise resolves with what was found. */
  signal?: AbortSignal;
}

/** A score for the side to move: hundredths of a pawn, or moves to mate (negative: it is mated). */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

/** A line that the search has found. */
export interface Info {
  depth: number;
  seldepth?: number;
  /** 1 for the best line. */
  multipv: number;
  score: Score;
  /** Set where the score is not exact. */
  bound?: 'lower' | 'upper';
  /** Chances in thousandths of win, draw, loss; with the option `UCI_ShowWDL`. */
  wdl?: [number, number, number];
  nodes: number;
  nps: number;
  /** Thousandths of the table in use. */
  hashfull?: number;
  tbhits?: number;
  /** Milliseconds since the search began. */
  time: number;
  /** The moves, as UCI writes them. */
  pv: string[];
}

/** What a search found. */
export interface Result {
  /** The best move, `null` where the game is over. */
  best: string | null;
  /** The answer that is expected. */
  ponder: string | null;
  /** The last exact line that begins with the best move; `null` only if the engine was ended. */
  info: Info | null;
  /** The last line of each number, best first (see the option MultiPV). */
  lines: Info[];
}

/** A search under way: a promise of its result. */
export interface Search extends Promise<Result> {
  /** Ends it now; the promise resolves with what was found. */
  stop(): void;
  /** The opponent played the expected move. */
  ponderHit(): void;
}

export interface EngineEvents {
  /** Every line that the engine says. */
  line: (line: string) => void;
  /** Every line of a search. */
  info: (info: Info) => void;
  /** What the engine says without being asked: `info string …`. */
  message: (text: string) => void;
  /** Something went wrong that no call can be told: a Worker failed. */
  error: (error: Error) => void;
  /** The engine has ended, its Workers too. */
  exit: () => void;
}

export interface Engine {
  /** `Khun 0.1.0`. */
  readonly name: string;
  /** Whether this is the build with threads. */
  readonly threaded: boolean;
  /** Most threads that it makes sense to set. */
  readonly maxThreads: number;
  /** The options it has. */
  readonly options: readonly EngineOption[];
  /** The games it plays. `VariantPath` may add some. */
  readonly variants: readonly string[];

  /**
   * Sets an option; a button has no value. Setting `UCI_Variant` puts up that game's start position.
   * Rejects with the engine's words when it refuses.
   */
  setOption(name: string, value?: string | number | boolean): Promise<void>;
  /** Puts up a position. Rejects with all faults of the FEN, or the first illegal move; the old position stays then. */
  position(position: { fen?: string; moves?: string[] }): Promise<void>;
  /** Another game begins: everything learned is forgotten. */
  newGame(): Promise<void>;
  /** Searches. A search under way is stopped first. Rejects when `fen` or `moves` are at fault. */
  go(options?: GoOptions): Search;
  /** Ends a search under way, if there is one. */
  stop(): void;
  /** Gives the engine a file that it can open by this name from now on. */
  writeFile(name: string, content: Uint8Array | string): void;
  /** Sends a line of UCI as it is. */
  send(line: string): void;
  /** Sends a line and collects what is said until the engine is ready again: `d`, `eval`, `go perft 3`. */
  ask(line: string): Promise<string[]>;
  on<E extends keyof EngineEvents>(event: E, listener: EngineEvents[E]): void;
  off<E extends keyof EngineEvents>(event: E, listener: EngineEvents[E]): void;
  /** Ends the engine and its Workers. */
  quit(): Promise<void>;
}
