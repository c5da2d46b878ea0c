// How fast the engine is here beside the program for this machine, in turn on the same machine:
//
//     npm run bench [rounds]
//
// Nodes a second of `bench` with one thread, with threads and without, in Chromium; and nodes of two threads against one.
// What is compared runs one after the other in each round; every ratio is the rounds' median, with the least and the most
// beside it. Nothing else should run meanwhile. The signatures must be equal, or it ends with status 1.

import { spawnSync } from 'node:child_process';

import { launch, serve } from './test/browser.mjs';
import { program } from './test/native.mjs';

/** Deep enough that what a search costs beside its nodes does not count. */
const DEPTH = 15;
/** The last of so many in one session counts: browsers compile well only what has run for a while. */
const BENCHES = 3;
/** How long each search of the comparison of threads lasts, in milliseconds. */
const SEARCH = 1500;
/** A middle game of Makruk. */
const FEN = '1nsmk1n1/4s2r/rppppppp/p7/3P1P2/PPPRP1PP/8/RNSKMSN1 w - - 2 7';

const rounds = Number(process.argv[2] ?? 5);
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

function native() {
  const { stdout } = spawnSync(program(), { input: `bench ${DEPTH}\n`.repeat(BENCHES), encoding: 'utf8' });
  return benchOf(stdout.match(/^\d+ nodes \d+ nps/gm).at(-1));
}

async function inBrowser(browser, site, work, argument) {
  const page = await browser.newPage();
  await page.goto(site.url);
  const result = await page.evaluate(work, argument);
  await page.close();
  return result;
}

async function bench([times, depth]) {
  const { default: khun } = await import('/index.js');
  const engine = await khun();
  let tell;
  engine.on('line', (line) => /^\d+ nodes /.test(line) && tell(line));
  let said;
  for (let time = 0; time < times; time++) {
    const last = new Promise((resolve) => (tell = resolve));
    engine.send(`bench ${depth}`);
    said = await last;
  }
  await engine.quit();
  return said;
}

/** The last line of `bench` as numbers. */
function benchOf(line) {
  const [, signature, nps] = /^(\d+) nodes (\d+) nps/.exec(line).map(Number);
  return { signature, nps };
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
  const { signature, nps: here } = native();
  const benches = [benchOf(await inBrowser(browser, isolated, bench, [BENCHES, DEPTH])), benchOf(await inBrowser(browser, plain, bench, [BENCHES, DEPTH]))];
  const [threaded, single] = benches.map(({ nps }) => nps / here);
  const differing = benches.find((one) => one.signature !== signature);
  if (differing) {
    console.error(`the signature is ${signature} natively and ${differing.signature} in the browser`);
    process.exitCode = 1;
  }
  const one = await inBrowser(browser, isolated, nodes, { threads: 1, fen: FEN, movetime: SEARCH });
  const two = await inBrowser(browser, isolated, nodes, { threads: 2, fen: FEN, movetime: SEARCH });
  found.push({ here, threaded, single, two: two / one });
  console.log(`round ${round + 1}: native ${here} nps; of it with threads ${threaded.toFixed(2)}, without ${single.toFixed(2)}; two threads ${(two / one).toFixed(2)} of one`);
}
const of = (name) => {
  const all = found.map((round) => round[name]);
  return `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`;
};
console.log(`median: with threads ${of('threaded')} of native, without ${of('single')}; two threads ${of('two')} of one`);
await browser.close();
await Promise.all([isolated.close(), plain.close()]);
