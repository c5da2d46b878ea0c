/* What goes in and out: links, positions, games, rules files. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browserPath, headline, holds, launch, moves, open, serve, type } from './browser.mjs';

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

const TWO = { mode: 'two', variant: 'makruk', reading: 'fairy-stockfish', time: 'none' };

async function openText(page, text) {
  await page.click('#nav-share');
  await page.fill('#open-text', text);
  await page.click('#do-open');
}

function dropText(page, name, content) {
  return page.evaluate(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name, { type: 'text/plain' }));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
}

test('a link holds game and moves', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...TWO, variant: 'racingkings' } });
  await type(page, 'h2h3');
  await type(page, 'a2a3');
  await page.click('#nav-share');
  const link = await page.inputValue('#share-link');
  await page.context().close();
  const other = await open(browser, link.split('#')[0], { hash: `#${link.split('#')[1]}` });
  assert.deepEqual(await moves(other), ['Kh3', 'Ka3']);
  await holds(other, 'a3', 'a3, black king');
  assert.equal(new URL(other.url()).hash, '', 'a reload must not bring the link again');
  await other.context().close();
});

test('a link holds a count that was called', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=makruk&count=called&fen=${encodeURIComponent('k7/8/4n3/8/8/8/8/1K2R3 w - - 0 1')}&moves=e1e2!_a8a7` });
  assert.match(await page.locator('.count').innerText(), /of 64, 6\d left/);
  await page.click('#nav-share');
  const link = await page.inputValue('#share-link');
  await page.context().close();
  const other = await open(browser, site.url, { hash: `#${link.split('#')[1]}` });
  assert.match(await other.locator('.count').innerText(), /of 64, 6\d left/);
  await other.context().close();
});

test('a game goes out as PGN and comes in again', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: TWO });
  for (const move of ['e3e4', 'd6d5', 'e4d5', 'c6d5']) await type(page, move);
  const played = await moves(page);
  await page.click('#nav-share');
  const pgn = await page.inputValue('#share-pgn');
  assert.match(pgn, /^\[Variant "Makruk"\]$/im);
  assert.match(pgn, /1\. e4 d5 2\. exd5/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.out').nth(2).locator('button').nth(1).click()]);
  assert.equal(download.suggestedFilename(), 'khun.pgn');
  await page.context().close();
  const other = await open(browser, site.url);
  await dropText(other, 'game.pgn', pgn);
  await other.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 4);
  assert.deepEqual(await moves(other), played);
  await other.context().close();
});

test('a game that was resigned says so in its PGN', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: TWO });
  await type(page, 'e3e4');
  await page.click('#do-resign');
  await page.click('#resign-yes');
  await page.click('#nav-share');
  const pgn = await page.inputValue('#share-pgn');
  assert.match(pgn, /\[Result "1-0"\]/);
  assert.match(pgn, /1\. e4 1-0\s*$/);
  await page.context().close();
});

test('variations go out in brackets and come in again', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: '#game=makruk&moves=e3e4_e6e5_b1d2_b8d7' });
  for (let step = 0; step < 3; step++) await page.click('#way-previous');
  await type(page, 'd6d5');
  await type(page, 'g1e2');
  await page.click('#nav-share');
  const pgn = await page.inputValue('#share-pgn');
  assert.match(pgn, /1\. e4 e5 \(1\.\.\. d5 2\. Ne2\) 2\. Nd2 Nd7 \*/);
  await page.context().close();
  const other = await open(browser, site.url);
  await dropText(other, 'game.pgn', pgn);
  await other.locator('.variation').waitFor();
  assert.deepEqual(await moves(other), ['e4', 'e5', 'Nd2', 'Nd7']);
  assert.match(await other.locator('.variation').innerText(), /d5[\s\S]*Ne2/);
  await other.context().close();
});

test('a position comes in by button and by paste; a bad one changes nothing and has its faults told', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: TWO });
  await openText(page, '8/8/8/3k4/8/8/8/1KR1R3 b - - 0 60');
  assert.equal(await headline(page), 'Black to move');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '8/8/8/k7/8/2R5/8/7K w - - 0 1');
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
  });
  await page.waitForFunction(() => document.querySelector('.status .line').textContent === 'White to move');
  await holds(page, 'c3', 'c3, white rook');
  await openText(page, '8/8/8/3k4/8/8/9/1KRXR3 w - - 0 60');
  assert.ok((await page.locator('.answer .faults li').count()) > 0);
  await page.keyboard.press('Escape');
  await holds(page, 'c3', 'c3, white rook');
  await page.context().close();
});

test('faults are told in the language of the page, with their places in what was given', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: TWO, settings: { language: 'de' } });
  await openText(page, '1. e4 e5\n2. Nf9');
  assert.match(await page.locator('.answer .faults').innerText(), /^Zeile 2, Spalte 4: das ist hier kein Zug\. .*Nf9/);
  await page.fill('#open-text', '8/8/8/3k4/8/8/9/8 w - - 0 60');
  await page.click('#do-open');
  assert.match(await page.locator('.answer .faults').innerText(), /Eine Reihe hat acht Felder\./);
  await page.context().close();
});

test('a called count goes out with the PGN and comes in again', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=makruk&count=called&fen=${encodeURIComponent('k7/8/4n3/8/8/8/8/1K2R3 w - - 0 1')}&moves=e1e2!_a8a7_e2e3` });
  const counted = await page.locator('.count .figures').innerText();
  await page.click('#nav-share');
  const pgn = await page.inputValue('#share-pgn');
  assert.match(pgn, /1\. Re2 \{count called\} 1\.\.\. Ka7 2\. Re3 \*/);
  await page.context().close();
  const other = await open(browser, site.url);
  await dropText(other, 'game.pgn', pgn);
  await other.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 3);
  assert.equal(await other.locator('.count .figures').innerText(), counted);
  await other.context().close();
});

test('a rules file brings its games; its faults are told with their lines', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { setup: TWO });
  await dropText(page, 'mine.ini', '[house:makruk]\nstartFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\nsutKhun = true\nsutMet = true\n\n[broken:makruk]\npwan = p\n');
  await page.locator('dialog .faults li').first().waitFor();
  assert.match(await page.locator('dialog').innerText(), /house/);
  assert.match(await page.locator('dialog .faults').innerText(), /7/, 'the line of the fault');
  await page.keyboard.press('Escape');
  await page.click('#nav-new');
  await page.locator('.games input[value=house]').check({ force: true });
  await page.locator('input[name=mode][value=engine]').check({ force: true });
  await page.locator('input[name=color][value=black]').check({ force: true });
  await page.click('#start-game');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 1, undefined, { timeout: 60_000 });
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  assert.match(await page.locator('.status .game').textContent(), /house/, 'the rules survive a reload');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
