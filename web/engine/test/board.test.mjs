/* khun/board against what other programs say: pyffish, python-chess, Cute Chess, Fairy-Stockfish. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import init, { Board, fenFaults, loadVariantConfig, readGamePGN, readGamesPGN, validateFen, variantInfo, variants } from '../board/index.js';
import { rows } from './native.mjs';

await init();

test('the module is what ffish gives', async () => {
  const ffish = await new init();
  assert.equal(new ffish.Board('makruk').fen(), ffish.startingFen('makruk'));
  assert.ok(ffish.variants().split(' ').includes('racingkings'));
});

test('algebraic notation both ways, as pyffish and python-chess have it', () => {
  const all = rows('notation/san.tsv');
  assert.ok(all.length > 300);
  for (const [variant, fen, move, san] of all) {
    const board = new Board(variant, fen);
    assert.equal(board.sanMove(move), san, fen);
    assert.equal(board.parseSan(san), move, `${fen} ${san}`);
    assert.ok(board.legalMovesSan().split(' ').includes(san));
    board.delete();
  }
});

test('numbers of moves, as Fairy-Stockfish counts them', () => {
  for (const [line] of rows('perft/makruk.epd')) {
    const [fen, first] = line.split(' ;');
    const board = new Board('makruk', fen);
    assert.equal(board.numberLegalMoves(), Number(first.split(' ')[1]), fen);
    const targets = Object.values(board.destinations()).flat().length;
    assert.equal(targets, board.numberLegalMoves(), 'in Makruk a pawn becomes one thing only');
    board.delete();
  }
});

test('counts after moves and how games end, as Fairy-Stockfish has them', () => {
  const ends = { 'draw-counting': 'counting', 'draw-repetition': 'repetition', mate: 'checkmate', stalemate: 'stalemate', dead: 'dead material' };
  for (const [fen, moves, after, end] of rows('counting/fairy-stockfish.tsv')) {
    const board = new Board('makruk', fen);
    board.pushMoves(moves);
    assert.equal(board.moveStack(), moves);
    assert.equal(board.fen(), after);
    // A repetition of dead material is drawn for the material: that rule ended the game first.
    const reasons = end === 'draw-repetition' ? ['repetition', 'dead material'] : [ends[end]];
    assert.ok(reasons.includes(board.outcome()?.reason), `${fen} ${moves}: ${end}`);
    assert.equal(board.isGameOver(), end !== 'ongoing');
    const [, , , limit, done] = after.split(' ');
    if (limit !== '-') assert.deepEqual([board.count().limitPlies, board.count().donePlies], [Number(limit), Number(done)]);
    else assert.equal(board.count(), null);
    board.delete();
  }
});

test('results of races, as Fairy-Stockfish and python-chess have them', () => {
  const results = { white: '1-0', black: '0-1', draw: '1/2-1/2', ongoing: '*' };
  for (const [fen, result, moves] of rows('racing/outcomes.tsv')) {
    const board = new Board('racingkings', fen);
    assert.equal(board.result(), results[result], fen);
    if (result === 'ongoing') assert.equal(board.numberLegalMoves(), Number(moves), fen);
    board.delete();
  }
});

test('the count in the words of a player', () => {
  const board = new Board('makruk', '8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60');
  const count = board.count();
  assert.deepEqual([count.honour, count.whose, count.limit, count.unit, count.running], ['pieces', 'black', 8, 'moves', true]);
  // Eight more plies, of which White's are the first, third, fifth and seventh: past the limit at ply 17.
  assert.equal(count.leftPlies, 8);
  assert.equal(count.basis, 'two-rooks');
});

test('a move that may not be played changes nothing and is explained', () => {
  const board = new Board('racingkings');
  const before = board.fen();
  assert.equal(board.push('h2h4'), false);
  assert.equal(board.push('not a move'), false);
  assert.equal(board.pushSan('Qxx'), false);
  assert.equal(board.fen(), before);
  assert.deepEqual(board.whyNot('h2h4'), { kind: 'gait', words: 'the man does not move so' });
  assert.equal(board.whyNot('h2h3'), null);
  assert.throws(() => board.parseSan('Qxx'));
});

test('a refusal says which rule forbids the move', () => {
  const kinds = (variant, fen, moves) => moves.map((move) => new Board(variant, fen).whyNot(move)?.kind);
  // A rook may not go to where it sees the other king, nor a king next to the other.
  assert.deepEqual(kinds('racingkings', '8/8/8/k7/8/2R5/8/7K w - - 0 1', ['c3a3', 'c3c5', 'c3d4', 'h1g2']), ['gives check', 'gives check', 'gait', undefined]);
  assert.deepEqual(kinds('racingkings', '8/8/8/8/k7/8/1K6/8 w - - 0 1', ['b2b3', 'b2a3']), ['own check', 'own check']);
  // A met pinned on the king's file; a man that is not there; one of the other side.
  assert.deepEqual(kinds('makruk', '1k2r3/8/8/8/8/8/4M3/R1N1K3 w - - 0 1', ['e2d3', 'a1c1', 'b3b4', 'b8b7', 'e2', 'z9z8']), [
    'own check', 'gait', 'no man', 'no man', 'not a move', 'not a move',
  ]);
  // Check from e8: the rook may not go on as if nothing were, the king not along the file; the rook comes between.
  assert.deepEqual(kinds('makruk', '1k2r3/8/8/8/8/8/R7/4K3 w - - 0 1', ['a2a3', 'e1e2', 'a2e2', 'e1d1']), ['in check', 'own check', undefined, undefined]);
  // The same in Makpong, where a king in check stays.
  assert.deepEqual(kinds('makpong', '1k2r3/8/8/8/8/8/R7/4K3 w - - 0 1', ['a2a3', 'e1e2', 'a2e2', 'e1d1']), ['in check', 'own check', undefined, 'no flight']);
  // A pawn that reaches the sixth rank becomes a met, and the text says so.
  assert.deepEqual(kinds('makruk', '4k2r/8/8/3P4/8/8/8/4K3 w - - 0 1', ['d5d6', 'd5d6r', 'd5d6m']), ['promotion', 'promotion', undefined]);
  assert.deepEqual(kinds('makruk', 'k6R/8/1K6/8/8/8/8/8 b - - 0 1', ['a8b8']), ['over']);
});

test('every fault of a FEN is told', () => {
  const faults = fenFaults('rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSXMSNR x', 'makruk');
  assert.deepEqual(faults.map(({ kind }) => kind).sort(), ['kings', 'letters', 'side']);
  assert.match(faults.find(({ kind }) => kind === 'letters').words, /X/);
  assert.equal(validateFen('rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1', 'makruk'), 1);
  assert.equal(validateFen('8/8 w', 'makruk'), 0);
  assert.throws(() => new Board('makruk', '8/8 w'), /ranks/);
  assert.throws(() => new Board('makruck'), /makruk/);
});

test('taking back leads to the start', () => {
  const board = new Board('makruk');
  const fens = [];
  for (const move of ['e3e4', 'e6e5', 'b1d2', 'g8e7']) {
    fens.push(board.fen());
    assert.ok(board.push(move));
  }
  while (fens.length > 0) {
    board.pop();
    assert.equal(board.fen(), fens.pop());
  }
  board.pop();
  assert.equal(board.moveStack(), '');
});

test('the readings of the count differ as their arbiters do', () => {
  const board = new Board('makruk', '8/8/8/3k4/8/8/8/1KR1R3 w - 16 15 60');
  assert.equal(board.counting(), 'variant');
  board.push('c1c2');
  assert.equal(board.isGameOver(), false, 'Fairy-Stockfish draws when the count is past its limit');
  board.setCounting('cutechess');
  assert.equal(board.outcome()?.reason, 'counting', 'Cute Chess draws at the limit');
  assert.throws(() => board.setCounting('nobody'));
});

test('a rules file adds games, and its faults are told with their lines', () => {
  assert.deepEqual(loadVariantConfig('[shortmakruk:makruk]\nstartFen = 4k3/8/8/8/8/8/8/RNSKMSNR w - - 0 1\n'), []);
  assert.ok(variants().split(' ').includes('shortmakruk'));
  assert.equal(new Board('shortmakruk').numberLegalMoves() > 0, true);
  const faults = loadVariantConfig('[broken:makruk]\nknigth = q\n');
  assert.match(faults.join('\n'), /line 2/);
});

test('what a page wants to know of a game', () => {
  assert.equal(variantInfo('racingkings').goal.length, 8);
  assert.deepEqual(variantInfo('makruk').promotion.white.slice(0, 2), ['a6', 'b6']);
  assert.equal(variantInfo('makruk').counting, true);
  // 8, 16, 22, 32, 44 and 64 moves by the guide and Fairy-Stockfish; ASEAN's rules know three, a race none.
  assert.deepEqual(variantInfo('makruk').limits.map(({ basis, limit }) => `${basis} ${limit}`), ['two-rooks 8', 'rook 16', 'two-khons 22', 'two-knights 32', 'khon 44', 'rest 64']);
  assert.deepEqual(variantInfo('cambodian').limits.map(({ limit }) => limit), [7, 15, 21, 31, 43, 63]);
  assert.deepEqual(variantInfo('asean').limits, [{ basis: 'rook', limit: 16 }, { basis: 'khon', limit: 44 }, { basis: 'knight', limit: 64 }]);
  assert.deepEqual(variantInfo('racingkings').limits, []);
  assert.equal(variantInfo('racingkings').checks, false);
});

test('a game goes into PGN and comes back', () => {
  const board = new Board('makruk');
  board.pushMoves('e3e4 e6e5 b1d2 b8d7 d3d4 e5d4 c3d4 d6d5');
  const pgn = board.pgn({ White: 'Lek "the Khon" \\\\', Annotator: 'nobody' });
  assert.match(pgn, /^\[Event "\?"\]\n[^]*\[Variant "makruk"\][^]*\n\n1\. e4 e5 2\. Nd2 /);
  const game = readGamePGN(pgn);
  assert.equal(game.mainlineMoves(), board.moveStack());
  assert.equal(game.headers('White'), 'Lek "the Khon" \\\\');
  assert.ok(game.headerKeys().split(' ').includes('Annotator'));
  assert.equal(game.result, '*');
});

test('PGN as people write it', () => {
  const [first, second] = readGamesPGN(`
[Event "a"]
[Variant "Racing Kings"]
[Result "*"]

1. Kh3 {to the left (of course)} 1... Ka3 $1 (1... Kb3 2. Kg4) 2.Kg4!? *

[Variant "Makruk"]
[FEN "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"]

60. Rc3 Kd4 ; a comment to the end of the line
1/2-1/2
`);
  assert.deepEqual([first.variant, first.moves.join(' ')], ['racingkings', 'h2h3 a2a3 h3g4']);
  assert.deepEqual([second.variant, second.moves.join(' '), second.result], ['makruk', 'c1c3 d5d4', '1/2-1/2']);
  assert.throws(() => readGamePGN('[Variant "makruk"]\n\n1. e4 e5 2. Nf9'), { kind: 'move', game: 1, line: 3, column: 13, message: /Nf9/ });
  assert.throws(() => readGamePGN('1. e4 {no end'), { kind: 'open comment', line: 1 });
  assert.throws(() => readGamePGN(''), /no game/);
});

test('a count is called and given up by the players', () => {
  const board = new Board('makruk', '3k4/8/3n4/8/8/8/3R4/3KR3 w - - 0 1');
  board.setCounting('called');
  board.push('d1c1');
  assert.deepEqual([board.count().running, board.count().leftPlies], [false, null]);
  assert.equal(board.stopCount(), false);
  assert.equal(board.startCount(), true);
  board.push('d8c8');
  assert.deepEqual([board.count().running, board.count().donePlies], [true, 2]);
  assert.equal(board.stopCount(), true);
  assert.equal(board.count().running, false);
});
