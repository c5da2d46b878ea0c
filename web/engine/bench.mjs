// How fast the engine is here beside the program for this machine, in turn on the same machine:
//
//     npm run bench [rounds]
//
// Nodes a second of `bench` with one thread, with threads and without, in Chromium; and nodes of two threads against one.
// Every ratio is the median of the rounds. Nothing else should run meanwhile.

import { spawnSync } from 'node:child_process';

import { launch, serve } from './test/browser.mjs';
import { program } from './test/native.mjs';

/** How long each search of the comparison of threads lasts, in milliseconds. */
const SEARCH = 1500;
/** A middle game of Makruk. */
const FEN = '1nsmk1n1/4s2r/rppppppp/p7/3P1P2/PPPRP1PP/8/RNSKMSN1 w - - 2 7';

const rounds = Number(process.argv[2] ?? 5);
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

function native() {
  const said = spawnSync(program(), ['bench'], { encoding: 'utf8' }).stdout;
  return Number(/^\d+ nodes (\d+) nps/m.exec(said)[1]);
}

async function inBrowser(browser, site, work, argument) {
  const page = await browser.newPage();
  await page.goto(site.url);
  const result = await page.evaluate(work, argument);
  await page.close();
  return result;
}

async function bench() {
  const { default: khun } = await import('/index.js');
  const engine = await khun();
  const said = await new Promise((resolve) => {
    engine.on('line', (line) => /^\d+ nodes /.test(line) && resolve(line));
    engine.send('bench');
  });
  await engine.quit();
  return Number(/ (\d+) nps/.exec(said)[1]);
}

async function nodes({ threads, fen, movetime }) {
  const { default: khun } = await import('/index.js');
  const engine = await khun();
  await engine.setOption('Hash', 64);
  await engine.setOption('Threads', threads);
  const { info } = await engine.go({ fen, movetime });
  await engine.quit();
  return info.nodes;
}

const browser = await launch();
const isolated = await serve({ isolated: true });
const plain = await serve({ isolated: false });
const found = [];
for (let round = 0; round < rounds; round++) {
  const here = native();
  const threaded = (await inBrowser(browser, isolated, bench)) / here;
  const single = (await inBrowser(browser, plain, bench)) / here;
  const one = await inBrowser(browser, isolated, nodes, { threads: 1, fen: FEN, movetime: SEARCH });
  const two = await inBrowser(browser, isolated, nodes, { threads: 2, fen: FEN, movetime: SEARCH });
  found.push({ here, threaded, single, two: two / one });
  console.log(`round ${round + 1}: native ${here} nps; of it with threads ${threaded.toFixed(2)}, without ${single.toFixed(2)}; two threads ${(two / one).toFixed(2)} of one`);
}
const of = (name) => median(found.map((round) => round[name])).toFixed(2);
console.log(`median: with threads ${of('threaded')} of native, without ${of('single')}; two threads ${of('two')} of one`);
await browser.close();
await Promise.all([isolated.close(), plain.close()]);
