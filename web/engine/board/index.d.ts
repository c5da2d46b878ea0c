/**
 * Rules of Makruk, its relatives and Racing Kings. Names and results are those of ffish.js where it has the function;
 * what it lacks is marked *own*.
 *
 * Everything here works once the promise of `init` has resolved:
 *
 *     import init, { Board } from 'khun/board';
 *     await init();
 *     const board = new Board('makruk');
 *
 * The promise also holds all exports, as that of ffish's `Module()` does.
 */
export default function init(options?: InitOptions): Promise<BoardModule>;

export interface InitOptions {
  /** Where a file of the package is to be found; by default beside this module. */
  locateFile?: (name: string) => string | URL;
  /** The WebAssembly file or module itself, if it is at hand. */
  wasm?: BufferSource | WebAssembly.Module;
}

export interface BoardModule {
  Board: typeof Board;
  Game: typeof Game;
  variants: typeof variants;
  startingFen: typeof startingFen;
  validateFen: typeof validateFen;
  fenFaults: typeof fenFaults;
  loadVariantConfig: typeof loadVariantConfig;
  readGamePGN: typeof readGamePGN;
  readGamesPGN: typeof readGamesPGN;
  writeGamePGN: typeof writeGamePGN;
  variantInfo: typeof variantInfo;
  countings: typeof countings;
}

/** The games' names, parted by blanks: `makruk racingkings …`. */
export function variants(): string;
/** The FEN a game begins with. Throws for an unknown name. */
export function startingFen(variant: string): string;
/** 1 for a FEN that can be played from, 0 for another. The third argument of ffish's is not looked at. */
export function validateFen(fen: string, variant?: string, chess960?: boolean): number;
/** *Own.* Everything that is wrong with a FEN; empty if nothing is. */
export function fenFaults(fen: string, variant?: string): FenFault[];
/** Adds the sections of a rules file (`variants.ini`). What is wrong comes back, a fault with its line each; good sections are in. */
export function loadVariantConfig(text: string): string[];
/** The first game of a PGN text. Throws a `PgnError` for what cannot be read. */
export function readGamePGN(pgn: string): Game;
/** *Own.* All games of a PGN text. */
export function readGamesPGN(pgn: string): Game[];
/**
 * *Own.* A game as PGN with comments and variations, from `startFen` or the variant's start; without `result` it is what
 * the rules say. Throws for a move that is not legal.
 */
export function writeGamePGN(game: WrittenGame): string;
/** *Own.* What a page wants to know of a game. Throws for an unknown name. */
export function variantInfo(variant: string): VariantInfo;
/** *Own.* The names of the readings of the count, the variant's own first: `variant`, `fairy-stockfish`, `cutechess`, `guide`, `called`, `makruk-js`, `thaichess`. */
export function countings(): string[];

/** Something that is wrong with a FEN: what, for a page with words of its own, and in English. */
export interface FenFault {
  kind:
    | 'empty'
    | 'ranks'
    | 'files'
    | 'letters'
    | 'kings'
    | 'men'
    | 'pawns'
    | 'side'
    | 'check'
    | 'privileges'
    | 'limit'
    | 'clock'
    | 'move number';
  words: string;
}

/** What is thrown for a PGN text that cannot be read, with the place: all three from 1. */
export interface PgnError extends Error {
  kind: 'tag' | 'variant' | 'fen' | 'move' | 'open comment' | 'variation' | 'depth';
  game: number;
  line: number;
  column: number;
}

export interface VariantInfo {
  name: string;
  startFen: string;
  /** The letter of each piece in lower case, as FEN writes it, and what the piece is. */
  pieces: { letter: string; kind: PieceKind }[];
  /** The squares on which pawns promote. */
  promotion: { white: string[]; black: string[] };
  /** The squares to which the kings run; empty where the game is no race. */
  goal: string[];
  /** Whether the game is counted. */
  counting: boolean;
  /** The limits of pieces' honour as the game's rules number them, and what each goes by; the first that fits holds. */
  limits: { basis: PieceBasis; limit: number }[];
  /** Whether checks may be given. */
  checks: boolean;
}

/** How a piece moves. `king` is the khun, `met`, `khon` and `knight` those of Makruk, `queen` and `bishop` those of chess, `aiwok` rook, knight and met together. */
export type PieceKind = 'pawn' | 'met' | 'queen' | 'aiwok' | 'khon' | 'bishop' | 'knight' | 'rook' | 'king';

export type Color = 'white' | 'black';

/** What the stronger side has that a limit of pieces' honour goes by. */
export type PieceBasis = 'two-rooks' | 'rook' | 'two-khons' | 'two-knights' | 'khon' | 'knight' | 'rest';

/** How a game ended. */
export interface Outcome {
  winner: Color | null;
  reason:
    | 'checkmate'
    | 'stalemate'
    | 'arrival'
    | 'both kings arrived'
    | 'counting'
    | 'repetition'
    | 'move rule'
    | 'dead material';
  /** `white wins (checkmate)`. */
  words: string;
}

/** Why a move may not be played: what, for a page with words of its own, and in English. */
export interface Refusal {
  kind:
    /** The game is over. */
    | 'over'
    /** The text names no two squares. */
    | 'not a move'
    /** The side to move has no man there. */
    | 'no man'
    /** What the pawn becomes is not said, or it cannot become that. */
    | 'promotion'
    /** The man does not move so. */
    | 'gait'
    /** The own king is in check, and would still be. */
    | 'in check'
    /** The own king would be attacked. */
    | 'own check'
    /** The king may not step away from a check (Makpong). */
    | 'no flight'
    /** The other king would be attacked, which the game forbids. */
    | 'gives check';
  words: string;
}

/** A count that stands. `limit`, `done` and `left` are moves as players say them; the plies are beside them. */
export interface Count {
  /** `board`: board's honour (sak kradan); `pieces`: pieces' honour (sak mak), against a bare king. */
  honour: 'board' | 'pieces';
  /** Whose king is bare, for pieces' honour; `null` under board's honour, which either side may count. */
  whose: Color | null;
  /** The side with less on the board, which may count under board's honour; `null` where both have the same. */
  behind: Color | null;
  /** What `limit`, `done` and `left` count: moves, or half-moves in the guide's reading. */
  unit: 'moves' | 'half-moves';
  limit: number;
  done: number;
  left: number;
  limitPlies: number;
  donePlies: number;
  /** How many plies may still be played so that a mate by the last of them wins; `null` while the count is not called. */
  leftPlies: number | null;
  /** `false` while board's honour is not called, in the reading `called`. */
  running: boolean;
  /**
   * What the limit goes by: what was on the board under board's honour, what the stronger side has under pieces' honour.
   * `null` where the game's rules have no such limit: the position came with it.
   */
  basis: 'no-pawn' | 'three-men' | PieceBasis | null;
  /** All of it in a sentence. */
  words: string;
}

/** A move in a game's PGN, as UCI writes it, with what is said of it and what might have been played in its place. */
export interface PgnMove {
  move: string;
  comments?: string[];
  variations?: PgnMove[][];
}

/** What `writeGamePGN` writes. */
export interface WrittenGame {
  variant: string;
  startFen?: string | undefined;
  /** Comments before the first move. */
  comments?: string[];
  line: PgnMove[];
  tags?: Record<string, string>;
  result?: string | undefined;
}

/** A game that was read. Its methods are ffish's, its properties own. */
export class Game {
  /** The names of the tags, parted by blanks. */
  headerKeys(): string;
  /** A tag's value, empty if the game has not the tag. */
  headers(name: string): string;
  /** The moves, parted by blanks, as UCI writes them. */
  mainlineMoves(): string;
  delete(): void;
  readonly variant: string;
  readonly startFen: string;
  readonly tags: Record<string, string>;
  /** The moves that were played. */
  readonly moves: string[];
  /** Comments before the first move. */
  readonly comments: string[];
  /** The same moves with comments and variations. Where a variation of the text cannot be read there are none. */
  readonly line: Required<PgnMove>[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  readonly result: string;
}

export class Board {
  /** Throws, with all faults in words, for an unknown variant or a bad FEN. ffish's third argument is not looked at. */
  constructor(variant?: string, fen?: string, chess960?: boolean);
  /** Frees the board's memory. (Forgotten boards are freed by the garbage collector, later.) */
  delete(): void;

  variant(): string;
  /** The position in Fairy-Stockfish's form of FEN. */
  fen(): string;
  /** Throws, with all faults in words; the old position stays then. */
  setFen(fen: string): void;
  /** Back to the variant's start. */
  reset(): void;
  /** `true`: White is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  /** Plies since White's first move of move 1. */
  gamePly(): number;
  toString(): string;

  /** The legal moves as UCI writes them, parted by blanks; none once the game is over by a rule that ends it on the board. */
  legalMoves(): string;
  /** The same in algebraic notation. */
  legalMovesSan(): string;
  numberLegalMoves(): number;
  /** *Own.* Where each man may go: `{ e3: ['e4'], … }`, without the letters of promotions. */
  destinations(): Record<string, string[]>;
  /** Plays a move that UCI writes so; `false`, and nothing changes, if it is not legal. */
  push(move: string): boolean;
  /** The same for algebraic notation. */
  pushSan(san: string): boolean;
  /** Plays moves parted by blanks, up to the first that is not legal. */
  pushMoves(moves: string): void;
  pushSanMoves(moves: string): void;
  /** Takes the last move back, if there is one. */
  pop(): void;
  /** The moves played, parted by blanks. */
  moveStack(): string;
  /** A legal move in algebraic notation; empty for another. */
  sanMove(move: string): string;
  /** *Own.* The move as UCI writes it; throws in words if it is none, or if several moves are meant. */
  parseSan(san: string): string;
  /** Moves parted by blanks as `1. e4 e5 2. …`; empty if one of them is not legal. */
  variationSan(moves: string): string;
  isCapture(move: string): boolean;
  /** *Own.* Why a move may not be played; `null` of a legal one. */
  whyNot(move: string): Refusal | null;

  isCheck(): boolean;
  /** The squares of kings in check, parted by blanks. */
  checkedPieces(): string;
  /** Whether the game is over: by mate, stalemate, arrival, count, repetition, move rule or dead material. ffish's `claimDraw` is not asked: here a draw ends the game. */
  isGameOver(claimDraw?: boolean): boolean;
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. */
  result(claimDraw?: boolean): string;
  isInsufficientMaterial(): boolean;
  /** *Own.* How the game ended; `null` while it goes on. */
  outcome(): Outcome | null;

  /** *Own.* The count, where one stands. */
  count(): Count | null;
  /** *Own.* The reading of the count in force, one of `countings()`. */
  counting(): string;
  /** *Own.* Reads the count another way from here on; moves already played are counted anew. Throws for an unknown name. */
  setCounting(reading: string): void;
  /** *Own.* In the reading `called`: the side to move begins board's honour. `false` if there is nothing to begin. */
  startCount(): boolean;
  /** *Own.* In the reading `called`: board's honour is given up. `false` if there is nothing to stop. */
  stopCount(): boolean;

  /** *Own.* The game so far as PGN, with these tags beside those that it needs. */
  pgn(tags?: Record<string, string>): string;
}
