/* README's examples, run as they stand there, and its table of sizes. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';

import { browserPath, launch, serve } from './browser.mjs';

const PACKAGE = join(import.meta.dirname, '..');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const COI = createRequire(import.meta.url).resolve('coi-serviceworker');
const skip = browserPath ? false : 'no Chromium here (set CHROMIUM to its path)';
const START = '<!doctype html><html lang="en"><title>khun</title><link rel="icon" href="data:,">';
let browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** The blocks of code below a heading. */
function examples(heading) {
  const [, section] = README.split(new RegExp(`^## ${heading}$`, 'm'));
  return [...section.split(/^## /m)[0].matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, code]) => code);
}

/** What a page says on its console until a line matches. */
async function said(site, wanted, options) {
  const page = await browser.newPage(options);
  const lines = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  const heard = page.waitForEvent('console', { predicate: (message) => wanted.test(message.text()), timeout: 60_000 });
  await page.goto(site.url);
  try {
    return (await heard).text();
  } catch (cause) {
    throw new Error(lines.join('\n'), { cause });
  } finally {
    await page.close();
    await site.close();
  }
}

/** A folder in which `khun` is installed: beside this package. */
function project() {
  const folder = mkdtempSync(join(PACKAGE, '.example-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test('in a page', { skip, timeout: 120_000 }, async () => {
  const [html] = examples('In a page');
  const site = await serve({ isolated: false, pages: { '/': START + html }, folders: { '/node_modules/khun/': PACKAGE } });
  assert.match(await said(site, /^best: /), /^best: [a-h][1-8][a-h][1-8]m?, (mate in )?-?[\d.]+/);
});

test('in Node', { timeout: 300_000 }, () => {
  const [code] = examples('In Node 24');
  using place = project();
  writeFileSync(join(place.folder, 'game.mjs'), code);
  const { stdout, stderr } = spawnSync(process.execPath, [join(place.folder, 'game.mjs')], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.match(stdout, /\[Variant "racingkings"\][^]*\n\n1\. [^]*(wins|draw) \([^)]+\)\n$/);
});

for (const [number, name] of ['named by the bundler', 'where the site says'].entries()) {
  test(`with a bundler: files ${name}`, { skip, timeout: 120_000 }, async () => {
    const [plain, located] = [/`(import khun from 'khun')`/.exec(README)[1], examples('With a bundler')[0]];
    const begin = number === 0 ? `${plain};\nconst engine = await khun();` : located;
    using place = project();
    const code = `${begin}\nconsole.log('threads:', engine.threaded, (await engine.go({ moves: [], depth: 4 })).best);\n`;
    writeFileSync(join(place.folder, 'main.js'), code);
    writeFileSync(join(place.folder, 'index.html'), `${START}<script type="module" src="./main.js"></script>`);
    await build({ root: place.folder, logLevel: 'error', configFile: false });
    const dist = join(place.folder, 'dist');
    const site = await serve({
      isolated: true,
      pages: { '/': readFileSync(join(dist, 'index.html'), 'utf8') },
      folders: number === 0 ? { '/': dist } : { '/engine/': PACKAGE, '/': dist },
    });
    assert.match(await said(site, /^threads: /), /^threads: true [a-h][1-8][a-h][1-8]$/);
  });
}

test('on a static host coi-serviceworker brings threads', { skip, timeout: 120_000 }, async () => {
  const [, script] = /`(<script src="coi-serviceworker\.js"><\/script>)`/.exec(README);
  const module = "import khun from '/index.js'; const engine = await khun(); console.log('threads:', engine.threaded);";
  const site = await serve({
    isolated: false,
    pages: { '/': `${START}${script}<script type="module">${module}</script>`, '/coi-serviceworker.js': readFileSync(COI, 'utf8') },
  });
  assert.equal(await said(site, /^threads: true/), 'threads: true');
});

test('the sizes in the table are those of the files', () => {
  const rows = [...README.matchAll(/^\| `([\w./-]+\.wasm)` \| ([\d.]+) MB \| ([\d.]+) MB \|/gm)];
  assert.equal(rows.length, 3);
  let engines = 0;
  for (const [, name, size, compressed] of rows) {
    const path = join(PACKAGE, name);
    const [bytes, packed] = [statSync(path).size, gzipSync(readFileSync(path), { level: 9 }).length];
    for (const [told, real] of [[size, bytes], [compressed, packed]]) {
      assert.ok(Math.abs(told * 1e6 - real) < 0.1 * real, `${name}: ${told} MB in README, ${real} bytes`);
    }
    if (name.startsWith('khun-')) engines = Math.max(engines, packed);
  }
  assert.ok(engines < 1_200_000, `${engines} bytes of engine and networks`);
});
