/* The count, from the move that starts it to the draw. Limits and beginnings are those of the game's rules: with one rook
   sixteen moves, counted from the men on the board. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browserPath, headline, launch, open, serve, type } from './browser.mjs';

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

const link = (fen, more = '') => `#game=makruk&fen=${encodeURIComponent(fen)}${more}`;
const count = (page) => page.locator('.count');

test('the capture of the last pawn starts pieces’ honour, and the move is marked', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: link('k7/8/8/4p3/8/8/8/1K2R3 w - - 0 1') });
  assert.ok(await count(page).isHidden());
  await type(page, 'e1e5');
  const words = await count(page).innerText();
  assert.match(words, /Pieces’ honour/);
  assert.match(words, /3 of 16, 13 left/);
  assert.match(words, /Black’s king is bare and counts\. The limit is 16: the other side has one rook\./);
  assert.match(words, /If White has not mated within 13 moves, the game is drawn\./);
  assert.equal(await page.locator('.count [role=progressbar]').getAttribute('aria-valuenow'), '3');
  assert.match(await page.locator('.moves .pair .move').first().textContent(), /◆.*the count starts/);
  await page.context().close();
});

test('a count that runs out draws, and says so', { skip, timeout: 60_000 }, async () => {
  // The rook steps from square to square without a check while the king goes to and fro: nothing is repeated three times.
  const rook = ['e5', 'e4', 'e3', 'e2', 'e1', 'f1', 'f2', 'f3', 'f4', 'f5', 'g5', 'g4', 'g3', 'g2', 'g1'];
  const line = ['e1e5'];
  for (let at = 1; at < rook.length; at++) line.push(at % 2 ? 'a8a7' : 'a7a8', rook[at - 1] + rook[at]);
  const page = await open(browser, site.url, { hash: link('k7/8/8/4p3/8/8/8/1K2R3 w - - 0 1', `&moves=${line.slice(0, 26).join('_')}`) });
  assert.match(await count(page).innerText(), /16 of 16, 0 left/);
  assert.equal(await headline(page), 'White to move');
  await type(page, line[26]);
  await type(page, line[27]);
  assert.equal(await headline(page), 'Draw, the count has run out');
  await page.context().close();
});

test('exact tables say whether the count leaves time for mate', { skip, timeout: 120_000 }, async () => {
  // Fairy-Stockfish's reading: at count 5 two rooks mate in time, at count 9 the same position is drawn.
  const enough = await open(browser, site.url, { hash: link('8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60') });
  await enough.locator('.count .verdict').waitFor({ timeout: 90_000 });
  assert.equal(await enough.locator('.count .verdict').innerText(), 'Mate in 6: it will do.');
  await enough.context().close();
  const late = await open(browser, site.url, { hash: link('8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60') });
  await late.locator('.count .verdict').waitFor({ timeout: 90_000 });
  assert.equal(await late.locator('.count .verdict').innerText(), 'Mate would take 6 moves: too late.');
  await late.context().close();
});

test('in the called reading a button starts and ends board’s honour', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: link('k7/8/4n3/8/8/8/8/1K2R3 w - - 0 1', '&count=called') });
  await type(page, 'e1e2');
  assert.match(await count(page).innerText(), /may call the count of 64/);
  await page.click('#do-count');
  assert.match(await count(page).innerText(), /Board’s honour/);
  assert.match(await count(page).innerText(), /of 64/);
  await type(page, 'a8a7');
  await type(page, 'e2e3');
  assert.match(await count(page).innerText(), /of 64, 6\d left/);
  await page.click('#do-count');
  assert.match(await count(page).innerText(), /may call the count of 64/);
  await page.context().close();
});

test('in the called reading Khun calls the count when it is behind, and only Khun may give it up', { skip, timeout: 90_000 }, async () => {
  const page = await open(browser, site.url, { setup: { level: 0 }, hash: link('k7/8/4n3/8/8/8/8/1K2R3 w - - 0 1', '&count=called') });
  await page.click('#do-play');
  await type(page, 'e1e2');
  await page.locator('.notice').filter({ hasText: 'Khun calls the count: the limit is 64.' }).waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 2, undefined, { timeout: 60_000 });
  assert.match(await count(page).innerText(), /Black is behind and counts\. No pawns are left on the board, so the limit is 64\./);
  assert.equal(await page.locator('#do-count').count(), 0);
  await page.context().close();
});

test('the words of the count in each language', { skip, timeout: 90_000 }, async () => {
  const wanted = { en: '3 of 16, 13 left', th: '3 จาก 16 เหลือ 13', de: '3 von 16, noch 13', es: '3 de 16, quedan 13', uk: '3 з 16, лишилося 13' };
  for (const [language, words] of Object.entries(wanted)) {
    const page = await open(browser, site.url, { settings: { language }, hash: link('k7/8/8/4p3/8/8/8/1K2R3 w - - 0 1', '&moves=e1e5') });
    assert.ok((await count(page).innerText()).includes(words), language);
    await page.context().close();
  }
});
