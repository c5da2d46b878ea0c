/* The engine in Node, both builds, by Khun's own face. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import khun from '../index.js';
import { nativeSignature } from './native.mjs';

const NETS = join(import.meta.dirname, '../../../nets');

/** The least of several times in milliseconds: what the engine needs, whatever else the machine does meanwhile. */
async function fastest(times, measure) {
  let least = Infinity;
  for (let time = 0; time < times; time++) least = Math.min(least, await measure());
  return least;
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

for (const threaded of [true, false]) {
  describe(threaded ? 'with threads' : 'without threads', { concurrency: 1 }, () => {
    async function withEngine(work, options = {}) {
      const engine = await khun({ threaded, ...options });
      try {
        await work(engine);
      } finally {
        await engine.quit();
      }
    }

    test('it is the build that was asked for, with the options of the program', () =>
      withEngine(async (engine) => {
        assert.equal(engine.threaded, threaded);
        assert.match(engine.name, /^Khun /);
        assert.ok(engine.variants.includes('makruk') && engine.variants.includes('racingkings'));
        assert.ok(engine.options.some(({ name, type }) => name === 'MultiPV' && type === 'spin'));
      }));

    test('bench has the signature of the program for this machine', () =>
      withEngine(async (engine) => {
        const counted = new Promise((resolve) => {
          engine.on('line', (line) => /^\d+ nodes /.test(line) && resolve(parseInt(line)));
        });
        engine.send('bench');
        assert.equal(await counted, nativeSignature());
      }));

    test('a search without end stops within 100 ms', () =>
      withEngine(async (engine) => {
        const least = await fastest(5, async () => {
          const search = engine.go({ moves: [], infinite: true });
          await sleep(150);
          const before = performance.now();
          search.stop();
          const { best, info } = await search;
          const after = performance.now();
          assert.ok(info.pv[0] === best && !info.bound && info.nodes > 0);
          return after - before;
        });
        assert.ok(least < 100, `${least} ms`);
      }));

    test('pondering waits for the ponder hit, and then for its time', () =>
      withEngine(async (engine) => {
        let isOver = false;
        const search = engine.go({ moves: ['e3e4', 'e6e5'], ponder: true, movetime: 50 });
        search.then(() => (isOver = true));
        await sleep(300);
        assert.ok(!isOver);
        search.ponderHit();
        assert.ok((await search).best);
        // What is found at once waits too.
        const mate = engine.go({ fen: '8/8/8/8/8/1K6/1R6/k7 w - - 0 1', ponder: true, depth: 5 });
        mate.then(() => (isOver = 'early'));
        await sleep(150);
        assert.notEqual(isOver, 'early');
        mate.stop();
        assert.ok((await mate).best);
      }));

    test('several lines, best first', () =>
      withEngine(async (engine) => {
        await engine.setOption('MultiPV', 3);
        const { best, lines } = await engine.go({ moves: [], depth: 6 });
        assert.deepEqual(lines.map(({ multipv }) => multipv), [1, 2, 3]);
        assert.equal(lines[0].pv[0], best);
        assert.equal(new Set(lines.map(({ pv }) => pv[0])).size, 3);
        assert.ok(lines[0].score.cp >= lines[2].score.cp);
      }));

    // The distances are those of retrograde analysis: tests/data/cases/search.tsv.
    test('exact endings, and the count in them', () =>
      withEngine(async (engine) => {
        const fen = '8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60';
        // With threads the tables are made in the background, after the first search.
        let won;
        for (let time = 0; time < 200 && !won?.info.score.mate; time++) {
          won = await engine.go({ fen, depth: 1 });
          await sleep(100);
        }
        assert.equal(won.info.score.mate, 6);
        const drawn = await engine.go({ fen: fen.replace('16 5', '16 9'), depth: 1 });
        assert.equal(drawn.info.score.cp, 0);
      }));

    test('a finished game has no move', () =>
      withEngine(async (engine) => {
        await engine.setOption('UCI_Variant', 'racingkings');
        const { best } = await engine.go({ fen: '6K1/8/8/8/8/8/1k6/8 b - - 0 1', depth: 3 });
        assert.equal(best, null);
      }));

    test('files from memory: networks and rules', () =>
      withEngine(
        async (engine) => {
          await engine.setOption('VariantPath', 'own.ini');
          assert.ok(engine.variants.includes('tinymakruk'));
          await engine.setOption('UCI_Variant', 'tinymakruk');
          assert.ok((await engine.go({ depth: 3 })).best);
          await assert.rejects(engine.setOption('VariantPath', 'missing.ini'), /missing\.ini/);
          engine.writeFile('/bad.net', new Uint8Array(100));
          await assert.rejects(engine.setOption('EvalFile', '/bad.net'), /bad\.net/);
          engine.writeFile('good.net', readFileSync(join(NETS, 'mate.net')));
          await engine.setOption('EvalFile', 'good.net');
        },
        { files: { 'own.ini': '[tinymakruk:makruk]\nstartFen = 4k3/8/8/8/8/8/8/RNSKMSNR w - - 0 1\n' } },
      ));

    test('what is wrong is told, and nothing changes', () =>
      withEngine(async (engine) => {
        await assert.rejects(engine.setOption('Hash', 'much'), /Hash/);
        await assert.rejects(engine.position({ fen: '8/8 w' }), /ranks/);
        await assert.rejects(engine.position({ moves: ['e2e4'] }), /e2e4/);
        await assert.rejects(engine.go({ fen: '8/8 w', depth: 2 }), /ranks/);
        assert.ok((await engine.go({ moves: [], depth: 2 })).best);
      }));

    test('a new search ends the one before', () =>
      withEngine(async (engine) => {
        const first = engine.go({ moves: [], infinite: true });
        const second = engine.go({ moves: ['e3e4'], depth: 4 });
        assert.ok((await first).best);
        assert.ok((await second).best);
        const aborted = new AbortController();
        const third = engine.go({ infinite: true, signal: aborted.signal });
        setTimeout(() => aborted.abort(), 50);
        assert.ok((await third).best);
      }));

    test('quit ends everything', async () => {
      const engine = await khun({ threaded });
      let ended = 0;
      engine.on('exit', () => ended++);
      const search = engine.go({ moves: [], infinite: true });
      await sleep(100);
      await engine.quit();
      assert.equal((await search).best, null);
      assert.equal(ended, 1);
      await assert.rejects(engine.ask('d'), /ended/);
    });

    test('the line quit ends it too', async () => {
      const engine = await khun({ threaded });
      const ended = new Promise((resolve) => engine.on('exit', resolve));
      engine.send('quit');
      await ended;
    });
  });
}

test('as many threads as the machine has', { concurrency: 1 }, async () => {
  const engine = await khun();
  const told = [];
  engine.on('message', (text) => told.push(text));
  await engine.setOption('Threads', engine.maxThreads);
  assert.deepEqual(told, []);
  const { info } = await engine.go({ moves: [], depth: 9 });
  assert.ok(info.nodes > 0);
  await engine.quit();
});
