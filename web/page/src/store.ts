/** What outlives a reload: settings, and the game on the board. */

import { Game, type GameNode, type Verdict } from './game.ts';
import { preferredLanguage, type Language } from './words.ts';

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  chequered: boolean;
  sound: boolean;
  arrows: boolean;
  animate: boolean;
  lines: number;
  /** Two people: the board turns after each move. */
  turns: boolean;
  rulesFile?: string;
}

export type Mode = 'engine' | 'two' | 'analysis';

/** How a game is played. */
export interface Setup {
  mode: Mode;
  variant: string;
  reading: string;
  level: number;
  side: 'white' | 'black';
  time: 'none' | 'move' | 'clock';
  seconds: number;
  minutes: number;
  increment: number;
}

export const FIRST_SETUP: Setup = {
  mode: 'engine',
  variant: 'makruk',
  reading: 'fairy-stockfish',
  level: 2,
  side: 'white',
  time: 'none',
  seconds: 2,
  minutes: 10,
  increment: 5,
};

export interface SavedGame {
  setup: Setup;
  fen?: string | undefined;
  tree: SavedNode[];
  ply: number;
  flipped: boolean;
  verdict?: Verdict | undefined;
  clocks?: [number, number] | undefined;
}

/** A move with what was called after it; what follows it is in `next`, the game itself first. */
interface SavedNode {
  m: string;
  c?: 'start' | 'stop' | undefined;
  next?: SavedNode[];
}

function read<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage must not end a game: it is only not kept.
  }
}

export function loadSettings(): Settings {
  const standard: Settings = {
    language: preferredLanguage(),
    theme: 'auto',
    chequered: false,
    sound: false,
    arrows: true,
    animate: true,
    lines: 3,
    turns: false,
  };
  return { ...standard, ...read<Settings>('khun.settings') };
}

export const saveSettings = (settings: Settings): void => write('khun.settings', settings);

export const saveSetup = (setup: Setup): void => write('khun.setup', setup);
export const loadSetup = (): Setup => ({ ...FIRST_SETUP, ...read<Setup>('khun.setup') });

export const saveGame = (game: SavedGame): void => write('khun.game', game);

export function loadGame(): SavedGame | undefined {
  const saved = read<SavedGame>('khun.game');
  return saved.setup && Array.isArray(saved.tree) ? (saved as SavedGame) : undefined;
}

/** A tree as data. The game itself is a list, so that long games do not nest deeply. */
export function freeze(node: GameNode): SavedNode[] {
  const list: SavedNode[] = [{ m: '', c: node.call }];
  let at: GameNode | undefined = node;
  while (at) {
    const [first, ...others]: GameNode[] = at.children;
    const last = list.at(-1);
    if (last && others.length) last.next = others.map((child) => ({ m: child.uci, next: freeze(child) }));
    if (first) list.push({ m: first.uci, c: first.call });
    at = first;
  }
  return list;
}

/** Plays a frozen tree into a new game, as far as it is legal. */
export function thaw(game: Game, list: SavedNode[]): void {
  grow(game, game.root, list);
}

function grow(game: Game, root: GameNode, list: SavedNode[]): void {
  let at = root;
  list.forEach(({ m, c, next }, index) => {
    const node: GameNode | undefined = index === 0 && m === '' ? root : game.play(m, at);
    if (!node) return;
    at = node;
    if (c) game.call(c, node);
    pending.push([node, next ?? []]);
  });
  // Variations come after the game itself: the first child of a position is the game's.
  for (const [node, variations] of pending.splice(0)) {
    for (const { m, next } of variations) {
      const head = game.play(m, node);
      if (head) grow(game, head, next ?? []);
    }
  }
}

const pending: [GameNode, SavedNode[]][] = [];
