/** A game as a tree of positions: the first child goes on with the game, the others are variations. */

import { boardAt, infoOf, placed, promotedIn, type Board, type Count, type Outcome } from './rules.ts';
import type { Color, PlacedPiece } from './board/state.ts';

/** A score that a search gave, from White's side. */
export interface Judgement {
  /** White's expected score, 0 to 1. */
  chance: number;
  /** Hundredths of a pawn, or moves to mate; for White. */
  cp?: number;
  mate?: number;
  depth: number;
  /** The line that was best here. */
  pv: string[];
}

/** How the game ended where the rules did not end it. */
export interface Verdict {
  winner: Color | null;
  reason: 'resignation' | 'time' | 'agreement';
}

export class GameNode {
  readonly children: GameNode[] = [];
  judgement: Judgement | undefined;
  /** In the called reading: what the side to move said before moving on from here. */
  call: 'start' | 'stop' | undefined;

  constructor(
    readonly parent: GameNode | undefined,
    readonly uci: string,
    readonly san: string,
    public fen: string,
    readonly ply: number,
    readonly toMove: Color,
    /** Squares of pawns that were promoted. */
    readonly promoted: ReadonlySet<string>,
    readonly check: string | undefined,
    readonly outcome: Outcome | null,
    public count: Count | null,
  ) {}

  get isMain(): boolean {
    return this.parent === undefined || (this.parent.children[0] === this && this.parent.isMain);
  }
}

export class Game {
  readonly root: GameNode;
  current: GameNode;
  verdict: Verdict | undefined;
  /** Tags of a PGN that was read. */
  tags: Record<string, string> = {};

  /** Throws with the faults of the FEN. */
  constructor(readonly variant: string, readonly startFen: string | undefined, readonly reading: string) {
    const board = boardAt(variant, startFen, reading);
    const fen = startFen ?? board.fen();
    this.root = facts(board, undefined, '', '', 0, promotedIn(fen));
    this.current = this.root;
    board.delete();
  }

  /** The nodes from the start to a node, both included. */
  path(node: GameNode = this.current): GameNode[] {
    const nodes: GameNode[] = [];
    for (let at: GameNode | undefined = node; at; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The game itself, without variations, to its end. */
  mainLine(): GameNode[] {
    const nodes = [this.root];
    for (let at = this.root.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  /** The last position of the game itself. */
  get tip(): GameNode {
    return this.mainLine().at(-1) ?? this.root;
  }

  /** A board that has played to a node, with all that repetition and count need. */
  board(node: GameNode = this.current): Board {
    const board = boardAt(this.variant, this.startFen, this.reading);
    for (const at of this.path(node)) {
      if (at.uci) board.push(at.uci);
      if (at.call === 'start') board.startCount();
      if (at.call === 'stop') board.stopCount();
    }
    return board;
  }

  /** Runs something with a board at a node. */
  with<T>(node: GameNode, work: (board: Board) => T): T {
    const board = this.board(node);
    try {
      return work(board);
    } finally {
      board.delete();
    }
  }

  /** Plays a move at a node, or finds it there; `undefined` if it is not legal. */
  play(uci: string, at: GameNode = this.current): GameNode | undefined {
    const known = at.children.find((child) => child.uci === uci);
    if (known) return known;
    return this.with(at, (board) => {
      const san = board.sanMove(uci);
      const mover = at.toMove;
      if (!board.push(uci)) return undefined;
      const node = facts(board, at, uci, san, at.ply + 1, promotedAfter(this.variant, at, uci, mover));
      at.children.push(node);
      return node;
    });
  }

  /** Says at a position that board's honour is counted, or no more. */
  call(what: 'start' | 'stop', node: GameNode = this.current): boolean {
    return this.with(node, (board) => {
      const done = what === 'start' ? board.startCount() : board.stopCount();
      if (!done) return false;
      node.call = node.call !== undefined && node.call !== what ? undefined : what;
      node.fen = board.fen();
      node.count = board.count();
      return true;
    });
  }

  /** In the called reading: who called the count that runs at a node. */
  callerAt(node: GameNode): Color | undefined {
    const last = this.path(node).findLast((at) => at.call !== undefined);
    return last?.call === 'start' && node.count?.running && node.count.honour === 'board' ? last.toMove : undefined;
  }

  /** Removes a node and what follows it. */
  remove(node: GameNode): void {
    const siblings = node.parent?.children;
    if (!siblings || !node.parent) return;
    siblings.splice(siblings.indexOf(node), 1);
    if (this.path().includes(node)) this.current = node.parent;
  }

  /** The question's position for the engine: it must begin anew where a count was called. */
  question(node: GameNode = this.current): { fen: string; moves: string[] } {
    const path = this.path(node);
    const called = path.findLastIndex((at) => at.call !== undefined);
    const from = Math.max(0, called);
    const fen = called >= 0 ? path[from]?.fen : (this.startFen ?? this.root.fen);
    return { fen: fen ?? this.root.fen, moves: path.slice(from + 1).map((at) => at.uci) };
  }

  pieces(node: GameNode = this.current): Map<string, PlacedPiece> {
    return placed(this.variant, node.fen, node.promoted);
  }

  /** How the game stands at its end: by the rules, or as the players ended it. */
  get ending(): { winner: Color | null; reason: string } | undefined {
    return this.tip.outcome ?? this.verdict;
  }

  get result(): string {
    const ending = this.ending;
    if (!ending) return '*';
    return ending.winner === null ? '1/2-1/2' : ending.winner === 'white' ? '1-0' : '0-1';
  }
}

function facts(board: Board, parent: GameNode | undefined, uci: string, san: string, ply: number, promoted: Set<string>): GameNode {
  const check = board.isCheck() ? board.checkedPieces().split(' ')[0] : undefined;
  const toMove = board.turn() ? 'white' : 'black';
  return new GameNode(parent, uci, san, board.fen(), ply, toMove, promoted, check, board.outcome(), board.count());
}

/** Which squares hold promoted pawns after a move. */
function promotedAfter(variant: string, at: GameNode, uci: string, mover: Color): Set<string> {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const promoted = new Set(at.promoted);
  promoted.delete(to);
  if (promoted.delete(from)) promoted.add(to);
  const glyph = placed(variant, at.fen, at.promoted).get(from)?.glyph;
  const zone = infoOf(variant).promotion[mover];
  if ((glyph === 'bia' || glyph === 'pawn') && (uci.length > 4 || zone.includes(to))) promoted.add(to);
  return promoted;
}
