/* Analysis, variations, and the review after a game. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browserPath, launch, moves, open, serve, type } from './browser.mjs';

const skip = browserPath ? false : 'no Chromium here';
let browser, site;

before(async () => {
  if (skip) return;
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

test('analysis starts, shows five lines, follows the board and stops', { skip, timeout: 180_000 }, async () => {
  const page = await open(browser, site.url, { settings: { lines: 5 } });
  await page.click('#nav-analyse');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 5, undefined, { timeout: 90_000 });
  await page.locator('.arrow.best').waitFor();
  const firsts = await page.locator('.lines li').evaluateAll((lines) => lines.map((line) => line.querySelector('.move').textContent));
  assert.equal(new Set(firsts).size, 5, 'five different first moves');
  await page.locator('.lines li').first().locator('.move').nth(1).click();
  assert.equal((await moves(page)).length, 2, 'a press on a line plays it that far');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length > 0);
  await page.click('#do-analysis');
  assert.equal(await page.locator('.lines li').count(), 0);
  assert.equal(await page.locator('.arrow').count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a mate is told in words with what the count allows', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=makruk&fen=${encodeURIComponent('8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60')}` });
  await page.click('#do-analysis');
  await page.locator('.analysis .word').filter({ hasText: 'White mates in 6; the count allows 6 more moves' }).waitFor({ timeout: 90_000 });
  await page.context().close();
});

test('another move in the past is a variation, which can be left and deleted', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: '#game=makruk&moves=e3e4_e6e5_b1d2_b8d7' });
  for (let step = 0; step < 3; step++) await page.click('#way-previous');
  await type(page, 'd6d5');
  await type(page, 'g1e2');
  assert.deepEqual(await moves(page), ['e4', 'e5', 'Nd2', 'Nd7'], 'the game itself stands');
  assert.match(await page.locator('.variation').innerText(), /d5[\s\S]*Ne2/);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  assert.match(await page.locator('.variation').innerText(), /d5[\s\S]*Ne2/, 'variations survive a reload');
  await page.locator('.variation .remove').click();
  assert.equal(await page.locator('.variation').count(), 0);
  await page.context().close();
});

test('a review finds a rook given away, shows the better line and says where it turned', { skip, timeout: 300_000 }, async () => {
  // White's rook goes to e5, where the pawn on d6 takes it.
  const page = await open(browser, site.url, { hash: `#game=makruk&fen=${encodeURIComponent('3k4/8/3p4/8/PP6/8/4R3/3KM3 w - - 0 1')}&moves=e2e5_d6e5_d1d2_d8d7` });
  await page.click('#do-review');
  await page.locator('.moments .blunder, .moments .missed').first().waitFor({ timeout: 240_000 });
  assert.match(await page.locator('.turned').innerText(), /It turned with 1\. Re5/);
  assert.match(await page.locator('.moves .move').first().textContent(), /Re5/);
  assert.ok(await page.locator('.graph .curve').isVisible());
  await page.locator('.moments .link').first().click();
  await page.locator('.arrow.better').waitFor();
  assert.equal(await page.locator('.cell.last').count(), 0, 'the position before the move is on the board');
  await page.locator('.moments .better').first().click();
  assert.equal(await page.locator('.variation').count(), 1, 'the better line is a variation');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
