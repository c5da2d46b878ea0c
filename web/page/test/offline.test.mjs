/* What the page loads, with threads and without, and what of it is there without a network. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browserPath, launch, open, serve, type } from './browser.mjs';

const skip = browserPath ? false : 'no Chromium here';
const DIST = join(import.meta.dirname, '../dist');
let browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const answered = (page, length) =>
  page.waitForFunction((length) => document.querySelectorAll('.moves .pair .move').length === length, length, { timeout: 90_000 });

for (const isolated of [true, false]) {
  test(`Khun plays on a page that is ${isolated ? '' : 'not '}isolated`, { skip, timeout: 180_000 }, async () => {
    const site = await serve({ isolated });
    const page = await open(browser, site.url);
    assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    await type(page, 'e3e4');
    await answered(page, 2);
    await page.click('#nav-settings');
    const words = await page.locator('dialog').innerText();
    assert.match(words, isolated ? /runs with threads/ : /runs on one thread/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
    await site.close();
  });
}

test('after the first visit the page works without a network, and isolated', { skip, timeout: 240_000 }, async () => {
  const site = await serve({ isolated: false });
  const page = await open(browser, site.url, { worker: true });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.keys()).length || navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await site.close();
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', undefined, { timeout: 60_000 });
  assert.equal(await page.evaluate(() => crossOriginIsolated), true, 'the service worker isolates the page');
  await type(page, 'e3e4');
  await answered(page, 2);
  await page.click('#nav-settings');
  await page.selectOption('#language', 'th');
  await page.waitForFunction(() => document.documentElement.lang === 'th');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('before the engine the page weighs less than 300 kB', () => {
  const sizes = [];
  const weigh = (folder) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) weigh(path);
      else if (/\.(html|js|css|svg|wasm|webmanifest)$/.test(name) && !/engine\/[^/]*$/.test(path)) sizes.push([name, gzipSync(readFileSync(path)).length]);
    }
  };
  weigh(DIST);
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(sizes.length > 5 && all < 300_000, `${all} bytes with all five languages and the rules: ${JSON.stringify(sizes)}`);
});
