/* Games against Khun, as a player plays them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browserPath, drag, headline, holds, launch, moves, open, press, serve, squareName, type } from './browser.mjs';

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

const FIRST = { mode: 'engine', variant: 'makruk', reading: 'fairy-stockfish', level: 0, side: 'white', time: 'none' };

/** Waits until it is the player's turn again, or the game is over. */
const ready = (page) =>
  page.waitForFunction(() => /Your move|wins|Draw/.test(document.querySelector('.status .line').textContent), undefined, { timeout: 60_000 });

/** Plays a whole game with Khun's own hints, typed into the field. */
async function playOut(page) {
  for (let turn = 0; turn < 150; turn++) {
    await ready(page);
    if (/wins|Draw/.test(await headline(page))) return;
    await page.click('#do-hint');
    const notice = page.locator('.notice.shown');
    await notice.filter({ hasText: /would play/ }).waitFor({ timeout: 30_000 });
    const move = /would play (\S+)\.$/.exec(await notice.textContent())[1];
    const count = (await moves(page)).length;
    await type(page, move);
    await page.waitForFunction((count) => document.querySelectorAll('.moves .pair .move').length > count, count);
  }
  assert.fail('the game has no end');
}

test('a whole game of Makruk against the first level', { skip, timeout: 600_000 }, async () => {
  const page = await open(browser, site.url, { setup: FIRST });
  await playOut(page);
  const [end, played] = [await headline(page), await moves(page)];
  assert.match(end, /White wins, by checkmate|Draw/);
  assert.ok(played.length > 10, `a game of ${played.length} moves`);
  if (/checkmate/.test(end)) {
    assert.match(played.at(-1), /#$/);
    assert.equal(await page.locator('.cell.mated').count(), 1);
  }
  assert.ok(await page.locator('#do-again').isVisible());
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a whole game of Racing Kings, with Black', { skip, timeout: 600_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...FIRST, variant: 'racingkings', side: 'black' } });
  assert.equal(await page.locator('.cell.goal').count(), 8);
  await playOut(page);
  assert.match(await headline(page), /(White|Black) wins, the king has arrived|Draw/);
  const ranks = await page.locator('.cell').evaluateAll((cells) => cells.filter((cell) => /king/.test(cell.ariaLabel)).map((cell) => cell.dataset.square[1]));
  assert.ok(ranks.includes('8'), `a king stands on the last rank: ${ranks}`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a piece is moved by two presses, by dragging and by typing; Khun answers each', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { setup: FIRST });
  await press(page, 'e3');
  assert.match(await squareName(page, 'e4'), /may go here/);
  await press(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 2, undefined, { timeout: 60_000 });
  await ready(page);
  await drag(page, 'c3', 'c4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 4);
  await ready(page);
  await type(page, 'Sf2');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 6);
  const played = await moves(page);
  assert.deepEqual([played[0], played[2], played[4]], ['e4', 'c4', 'Sf2']);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a move that is none goes back; what is typed wrong is told', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: FIRST });
  await drag(page, 'e3', 'e5');
  assert.deepEqual(await moves(page), []);
  assert.equal(await page.locator('.notice.shown').count(), 0);
  await type(page, 'Qh5');
  await page.locator('.notice.shown').filter({ hasText: 'Qh5' }).waitFor();
  assert.deepEqual(await moves(page), []);
  await page.context().close();
});

test('a move that would give check is refused with the reason', { skip, timeout: 60_000 }, async () => {
  // White's rook on c3 may not go to the black king's file.
  const page = await open(browser, site.url, { hash: `#game=racingkings&fen=${encodeURIComponent('8/8/8/k7/8/2R5/8/7K w - - 0 1')}` });
  await type(page, 'c3a3');
  await page.locator('.notice.shown').filter({ hasText: 'it would give check' }).waitFor();
  assert.deepEqual(await moves(page), []);
  await page.context().close();
});

test('a move that leaves the own king in check is refused with the reason', { skip, timeout: 60_000 }, async () => {
  // The met on e2 is pinned by the rook on e8; a rook that jumped over a man would be no move at all.
  const page = await open(browser, site.url, { hash: `#game=makruk&fen=${encodeURIComponent('1k2r3/8/8/8/8/8/4M3/R1N1K3 w - - 0 1')}` });
  await drag(page, 'e2', 'd3');
  await page.locator('.notice.shown').filter({ hasText: 'your king would stand in check' }).waitFor();
  await page.locator('.notice:not(.shown)').waitFor({ state: 'attached', timeout: 10_000 });
  await drag(page, 'a1', 'd1');
  await drag(page, 'a1', 'a2');
  assert.deepEqual(await moves(page), ['Ra2']);
  await page.context().close();
});

test('in Makpong a king in check may not step away, and is told so', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=makpong&fen=${encodeURIComponent('1k2r3/8/8/8/8/8/R7/4K3 w - - 0 1')}` });
  await drag(page, 'e1', 'd1');
  await page.locator('.notice.shown').filter({ hasText: 'a king in check may not step away' }).waitFor();
  await type(page, 'a2a3');
  await page.locator('.notice.shown').filter({ hasText: 'your king is in check' }).waitFor();
  assert.deepEqual(await moves(page), []);
  await page.context().close();
});

test('taking back, hints, resigning, and another game', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { setup: FIRST });
  assert.ok(await page.locator('#do-back').isDisabled());
  await type(page, 'd3d4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 2, undefined, { timeout: 60_000 });
  await ready(page);
  await page.click('#do-back');
  assert.deepEqual(await moves(page), []);
  await holds(page, 'd3', 'd3, white pawn');
  await page.click('#do-hint');
  await page.locator('.arrow.hint').waitFor({ timeout: 30_000 });
  await page.click('#do-resign');
  await page.click('#resign-yes');
  assert.equal(await headline(page), 'Black wins, by resignation');
  await page.click('#do-again');
  await page.locator('.games input[value=racingkings]').check({ force: true });
  await page.locator('input[name=color][value=black]').check({ force: true });
  await page.click('#start-game');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 1, undefined, { timeout: 60_000 });
  await holds(page, 'a2', 'a2, black king');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a game survives a reload, with its settings and its language', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...FIRST, time: 'clock', minutes: 5, increment: 3 }, settings: { language: 'de', chequered: true } });
  await type(page, 'e3e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 2, undefined, { timeout: 60_000 });
  const played = await moves(page);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  assert.deepEqual(await moves(page), played);
  assert.equal(await headline(page), 'Du bist am Zug');
  assert.ok(await page.locator('.board.chequered').isVisible());
  assert.match(await page.locator('.player .clock').first().textContent(), /^\d+:\d\d$/);
  await page.context().close();
});

test('a clock that runs out ends the game', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...FIRST, mode: 'two', time: 'clock', minutes: 0.04, increment: 0 } });
  await type(page, 'e3e4');
  await page.waitForFunction(() => /wins/.test(document.querySelector('.status .line').textContent), undefined, { timeout: 20_000 });
  assert.equal(await headline(page), 'White wins, on time');
  await page.context().close();
});

test('two people play, and the board turns', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...FIRST, mode: 'two' }, settings: { turns: true } });
  await type(page, 'e3e4');
  assert.equal(await headline(page), 'Black to move');
  assert.equal(await page.locator('.cell').first().getAttribute('data-square'), 'h1');
  await type(page, 'e6e5');
  assert.equal(await page.locator('.cell').first().getAttribute('data-square'), 'a8');
  await page.click('#do-draw');
  assert.equal(await headline(page), 'Draw, by agreement');
  await page.context().close();
});

test('every game that the engine has can be begun, and Khun moves in it', { skip, timeout: 180_000 }, async () => {
  const page = await open(browser, site.url, { setup: { ...FIRST, side: 'black' } });
  await page.click('#nav-new');
  const names = await page.locator('.games input').evaluateAll((inputs) => inputs.map((input) => input.value));
  assert.deepEqual([...names].sort(), ['ai-wok', 'asean', 'cambodian', 'makpong', 'makruk', 'racingkings']);
  await page.keyboard.press('Escape');
  for (const name of names) {
    await page.click('#nav-new');
    await page.locator(`.games input[value="${name}"]`).check({ force: true });
    await page.click('#start-game');
    await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 1, undefined, { timeout: 60_000 });
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a promoted pawn is a bia turned over, and is remembered', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=makruk&fen=${encodeURIComponent('4k3/8/8/3P4/8/8/m~7/4KM2 w - - 0 1')}` });
  await holds(page, 'a2', 'a2, black promoted pawn');
  await holds(page, 'f1', 'f1, white met');
  await type(page, 'd5d6m');
  await holds(page, 'd6', 'd6, white promoted pawn');
  await type(page, 'e8f8');
  await type(page, 'd6c7');
  await holds(page, 'c7', 'c7, white promoted pawn');
  await page.context().close();
});

test('where a pawn may become several pieces, the player is asked', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { hash: `#game=asean&fen=${encodeURIComponent('k7/3P4/8/8/8/8/8/4K3 w - - 0 1')}` });
  await drag(page, 'd7', 'd8');
  await page.locator('.promotions button').filter({ hasText: 'knight' }).click();
  await holds(page, 'd8', 'd8, white knight');
  await page.context().close();
});
