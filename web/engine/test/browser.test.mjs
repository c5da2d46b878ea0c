/* The package in a browser, isolated and not: the signature, stops, and each face as the sites that have it call it. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { browserPath, launch, serve } from './browser.mjs';
import { nativeSignature } from './native.mjs';

const skip = browserPath ? false : 'no Chromium here (set CHROMIUM to its path)';
const RULES = '[shortmakruk:makruk]\nstartFen = 4k3/8/8/8/8/8/8/RNSKMSNR w - - 0 1\n';

/** What an info line of pychess's must look like: the fields in this order. */
const INFO_ORDER = /^info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)? nodes \d+ nps \d+( hashfull \d+)?( tbhits \d+)? time \d+ pv [a-h][1-8]/;

for (const isolated of [true, false]) {
  describe(isolated ? 'isolated: with threads' : 'not isolated: without threads', { skip, concurrency: 1, timeout: 600_000 }, () => {
    let browser;
    let site;

    before(async () => {
      browser = await launch();
      site = await serve({ isolated });
    });
    after(async () => {
      await browser?.close();
      await site?.close();
    });

    /** Runs a function in a fresh page; whatever goes wrong there unseen fails the test. */
    async function inPage(work, argument, at = site) {
      const page = await browser.newPage();
      const faults = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      try {
        await page.goto(at.url);
        const result = await page.evaluate(work, argument);
        assert.deepEqual(faults, []);
        // A Worker that sleeps ends only when the browser loses patience with it.
        for (let wait = 0; wait < 100 && page.workers().length > 0; wait++) await page.waitForTimeout(200);
        return { result, workers: page.workers().length };
      } finally {
        await page.close();
      }
    }

    test('the build is chosen by itself, and bench has the signature of the program for this machine', async () => {
      const { result } = await inPage(async () => {
        const { default: khun } = await import('/index.js');
        const engine = await khun();
        const counted = await new Promise((resolve) => {
          engine.on('line', (line) => /^\d+ nodes /.test(line) && resolve(parseInt(line)));
          engine.send('bench');
        });
        await engine.quit();
        return { counted, threaded: engine.threaded, isolated: crossOriginIsolated };
      });
      assert.deepEqual(result, { counted: nativeSignature(), threaded: isolated, isolated });
    });

    test('searches stop within 100 ms, pondering waits, and quit ends every Worker', async () => {
      const { result, workers } = await inPage(async () => {
        const { default: khun } = await import('/index.js');
        const engine = await khun();
        const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
        // The least of several: what the engine needs, whatever else the machine does meanwhile.
        let least = Infinity;
        for (let time = 0; time < 5; time++) {
          const search = engine.go({ moves: [], infinite: true });
          await sleep(200);
          const asked = performance.now();
          search.stop();
          const { best, info } = await search;
          least = Math.min(least, performance.now() - asked);
          if (info?.pv[0] !== best) throw new Error(`${best} is not the line's`);
        }
        let ponders = true;
        const search = engine.go({ moves: ['e3e4'], ponder: true, movetime: 60 });
        search.then(() => (ponders = false));
        await sleep(400);
        const waited = ponders;
        search.ponderHit();
        const { best } = await search;
        const endless = engine.go({ infinite: true });
        await sleep(100);
        await engine.quit();
        const ended = await endless;
        await sleep(300);
        return { least, waited, best, ended: ended.best };
      });
      assert.ok(result.least < 100, `${result.least} ms`);
      assert.ok(result.waited && result.best);
      assert.equal(result.ended, null);
      assert.equal(workers, 0);
    });

    test('exact endings and files from memory', async () => {
      const { result } = await inPage(async (rules) => {
        const { default: khun } = await import('/index.js');
        const engine = await khun({ files: { 'own.ini': rules } });
        const fen = '8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60';
        // With threads the tables are made in the background, after the first search.
        let info;
        for (let time = 0; time < 200 && !info?.score.mate; time++) {
          ({ info } = await engine.go({ fen, depth: 1 }));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        await engine.setOption('VariantPath', 'own.ini');
        const refused = await engine.setOption('EvalFile', 'none.net').catch(({ message }) => message);
        await engine.quit();
        return { mate: info.score.mate, variants: engine.variants, refused };
      }, RULES);
      assert.equal(result.mate, 6);
      assert.ok(result.variants.includes('shortmakruk'));
      assert.match(result.refused, /none\.net/);
    });

    test('khun/board', async () => {
      const { result } = await inPage(async () => {
        const { default: init, Board } = await import('/board/index.js');
        await init();
        return new Board('makruk').numberLegalMoves();
      });
      assert.equal(result, 23);
    });

    // As pychess.org's page does it: nothing is said before the banner, the rules are loaded as a text with a mark.
    test('the face that pychess calls', async () => {
      const { result } = await inPage(async (rules) => {
        const script = document.createElement('script');
        script.src = '/stockfish.js';
        await new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }) && document.head.append(script));
        const engine = await globalThis.Stockfish();
        const lines = [];
        return new Promise((resolve) => {
          const listener = (line) => {
            lines.push(line);
            if (line.startsWith('Fairy-Stockfish')) {
              engine.postMessage('uci');
            } else if (line === 'uciok' && !listener.isLoaded) {
              listener.isLoaded = true;
              engine.postMessage(`load <<EOF\n${rules}EOF`);
              engine.postMessage('uci');
              engine.postMessage('setoption name UCI_Variant value makruk');
              engine.postMessage('setoption name Threads value 1');
              engine.postMessage('isready');
            } else if (line === 'readyok') {
              engine.postMessage('position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1 moves e3e4');
              engine.postMessage('go depth 6');
            } else if (line.startsWith('bestmove')) {
              engine.removeMessageListener(listener);
              engine.terminate();
              resolve(lines);
            }
          };
          engine.addMessageListener(listener);
        });
      }, RULES);
      assert.match(result[0], /^Fairy-Stockfish/);
      assert.ok(result.some((line) => line.startsWith('option name UCI_Variant') && line.includes(' var shortmakruk')));
      const infos = result.filter((line) => line.startsWith('info depth'));
      assert.ok(infos.length >= 6);
      for (const line of infos) assert.match(line, INFO_ORDER);
    });

    // As Fairyground does it: rules as a file, `uci` twice, an empty list of moves, a bare `go`.
    test('the face that Fairyground calls', async () => {
      const { result } = await inPage(async (rules) => {
        const script = document.createElement('script');
        script.src = '/stockfish.js';
        await new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }) && document.head.append(script));
        const engine = await globalThis.Stockfish();
        const lines = [];
        const heard = (start) => new Promise((resolve) => {
          engine.addMessageListener(function listener(line) {
            if (!line.startsWith(start)) return;
            engine.removeMessageListener(listener);
            resolve(line);
          });
        });
        engine.addMessageListener((line) => lines.push(line));
        let ok = heard('uciok');
        engine.postMessage('uci');
        await ok;
        engine.FS.writeFile('/variants.ini', rules);
        engine.postMessage('setoption name VariantPath value /variants.ini');
        ok = heard('uciok');
        engine.postMessage('uci');
        await ok;
        engine.postMessage('setoption name UCI_Variant value shortmakruk');
        engine.postMessage('ucinewgame');
        engine.postMessage('position fen 4k3/8/8/8/8/8/8/RNSKMSNR w - - 0 1 moves ');
        const best = heard('bestmove');
        engine.postMessage('go');
        setTimeout(() => engine.postMessage('stop'), 300);
        const line = await best;
        engine.terminate();
        return { line, lines };
      }, RULES);
      assert.match(result.line, /^bestmove [a-h][1-8][a-h][1-8]/);
      assert.ok(!result.lines.some((line) => line.includes('ERROR')), result.lines.join('\n'));
    });

    // As lichess's page does it: its own memory where it can, `go movetime Infinity` for "go deeper".
    test("the face that lichess's page calls", async () => {
      const { result } = await inPage(async (isolated) => {
        const { default: makeModule } = await import('/lila.js');
        const module = await makeModule({
          wasmMemory: isolated ? new WebAssembly.Memory({ shared: true, initial: 1536, maximum: 32767 }) : undefined,
          locateFile: (name) => `/${name}`,
          mainScriptUrlOrBlob: '/lila.js',
        });
        const lines = [];
        let tell;
        module.listen = (line) => (lines.push(line), tell?.(line));
        const heard = (start) => new Promise((resolve) => (tell = (line) => line.startsWith(start) && resolve(line)));
        let next = heard('uciok');
        module.uci('uci');
        await next;
        next = heard('readyok');
        for (const line of [
          'setoption name UCI_AnalyseMode value true', 'setoption name UCI_Variant value racingKings', 'setoption name MultiPV value 2',
          'ucinewgame', 'isready',
        ]) module.uci(line);
        await next;
        module.uci('position fen 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1 moves h2h3');
        next = heard('bestmove');
        module.uci('go movetime Infinity');
        let isOver = false;
        next.then(() => (isOver = true));
        await new Promise((resolve) => setTimeout(resolve, 1200));
        const early = isOver;
        module.uci('stop');
        const best = await next;
        const network = module.getRecommendedNnue();
        module.uci('quit');
        return { early, best, lines, network };
      }, isolated);
      assert.equal(result.early, false);
      assert.match(result.best, /^bestmove [a-h][1-8][a-h][1-8]/);
      assert.ok(result.lines.some((line) => line.includes(' multipv 2 ')));
      assert.ok(!result.lines.some((line) => line.includes('ERROR')), result.lines.join('\n'));
    });

    test('a plain Worker with lines both ways', async () => {
      const { result, workers } = await inPage(async () => {
        const worker = new Worker('/uci-worker.js', { type: 'module' });
        const lines = [];
        return new Promise((resolve, reject) => {
          worker.onerror = reject;
          worker.onmessage = ({ data }) => {
            lines.push(data);
            if (data === 'uciok') worker.postMessage('go depth 3');
            if (data.startsWith('bestmove')) {
              worker.postMessage('quit');
              resolve(lines);
            }
          };
          worker.postMessage('uci');
        });
      });
      assert.ok(result.includes('uciok'));
      assert.equal(workers, 0, 'the line quit ends it');
    });

    test('without the right to look at addresses a search still stops, and the engine goes on', { skip: isolated }, async () => {
      const strict = await serve({ isolated, headers: { 'Content-Security-Policy': "connect-src 'self'" } });
      try {
        const page = await browser.newPage();
        await page.goto(strict.url);
        const result = await page.evaluate(async () => {
          const { default: khun } = await import('/index.js');
          const engine = await khun();
          await engine.setOption('UCI_Variant', 'racingkings');
          const search = engine.go({ moves: ['h2h3'], infinite: true });
          await new Promise((resolve) => setTimeout(resolve, 1000));
          search.stop();
          const first = await search;
          const second = await engine.go({ depth: 3 });
          await engine.quit();
          return { first, second };
        });
        assert.ok(result.first.best && result.first.info.pv[0] === result.first.best);
        // It stands where it stood: after h2h3 Black is to move.
        assert.match(result.second.best, /^[a-d][12]/);
        await page.close();
      } finally {
        await strict.close();
      }
    });
  });
}
