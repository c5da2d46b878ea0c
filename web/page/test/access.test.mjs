/* For everyone: screen readers, keyboards, small screens, five languages, light and dark. */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { browserPath, headline, holds, launch, moves, open, press, serve } from './browser.mjs';

const skip = browserPath ? false : 'no Chromium here';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LANGUAGES = ['en', 'th', 'de', 'es', 'uk'];
const COUNTED = `#game=makruk&count=called&fen=${encodeURIComponent('k7/8/4n3/8/8/8/8/1K2R3 w - - 0 1')}&moves=e1e2_a8a7!_e2e3_a7a8_e3e6`;
let browser, site;

before(async () => {
  if (skip) return;
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Each state of the page, and how one comes to it from a new game; links come last, they end the game. */
const STATES = {
  game: async (page) => press(page, 'e3'),
  resign: async (page) => page.click('#do-resign'),
  new: async (page) => page.click('#nav-new'),
  newClock: async (page) => {
    await page.click('#nav-new');
    await page.locator('input[name=time][value=clock]').check({ force: true });
  },
  newTwo: async (page) => {
    await page.click('#nav-new');
    await page.locator('input[name=mode][value=two]').check({ force: true });
  },
  share: async (page) => page.click('#nav-share'),
  settings: async (page) => page.click('#nav-settings'),
  learnMakruk: async (page) => page.click('#nav-learn'),
  learnRace: async (page) => {
    await page.click('#nav-learn');
    await page.click('#learn-racingkings');
  },
  counted: async (page) => follow(page, COUNTED),
  over: async (page) => follow(page, `#game=makruk&fen=${encodeURIComponent('k7/8/1K6/8/8/8/8/7R w - - 0 1')}&moves=h1h8`),
  race: async (page) => follow(page, '#game=racingkings&moves=h2h3_a2a3'),
};

async function follow(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  await page.waitForFunction(() => location.hash === '' && document.querySelector('.bar:not([hidden])'));
}

/** Leaves a dialog or the page on how to play. */
async function leave(page) {
  await page.keyboard.press('Escape');
  if (await page.locator('#learn-back').count()) await page.click('#learn-back');
}

for (const theme of ['light', 'dark']) {
  test(`the automated check finds nothing in ${theme}`, { skip, timeout: 300_000 }, async () => {
    const page = await open(browser, site.url, { settings: { theme } });
    await page.addScriptTag({ path: AXE });
    for (const [name, come] of Object.entries(STATES)) {
      await come(page);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ''}`).join(' | ')}`);
      assert.deepEqual(found, [], `${name} in ${theme}`);
      await leave(page);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

/** Elements whose text needs more room than they have, or that stick out of the screen. A gait shows a part of its board. */
const overflowing = () => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('.unseen, [hidden], svg, .gait') || element.matches('input, textarea, select, option') || element.closest('dialog:not([open])')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const name = `${element.tagName.toLowerCase()}.${element.className} “${element.textContent.slice(0, 40)}”`;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`${name} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    else if (element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline' && style.overflowX !== 'auto') found.push(`${name} needs ${element.scrollWidth} of ${element.clientWidth}`);
  }
  return found;
};

for (const language of LANGUAGES) {
  test(`nothing overflows at 320 pixels: ${language}`, { skip, timeout: 300_000 }, async () => {
    const page = await open(browser, site.url, { width: 320, height: 568, settings: { language } });
    for (const [name, come] of Object.entries(STATES)) {
      await come(page);
      assert.deepEqual(await page.evaluate(overflowing), [], `${name}, ${language}`);
      await leave(page);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('board and panels never lie over one another, whatever the width', { skip, timeout: 120_000 }, async () => {
  const page = await open(browser, site.url, { hash: '#game=makruk&moves=e3e4' });
  for (const width of [320, 600, 768, 880, 900, 960, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 760 });
    const [board, panel] = await Promise.all([page.locator('.play').boundingBox(), page.locator('.panel').boundingBox()]);
    const apart = board.x + board.width <= panel.x || board.y + board.height <= panel.y;
    assert.ok(apart && panel.x + panel.width <= width, `at ${width}: board ${JSON.stringify(board)}, panel ${JSON.stringify(panel)}`);
  }
  await page.context().close();
});

test('on a phone on its side the board fills the height, and everything else is beside it', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { width: 740, height: 360, hasTouch: true, isMobile: true });
  await page.locator('.play').evaluate((play) => play.scrollIntoView({ block: 'start' }));
  const [play, panel] = await Promise.all([page.locator('.play').boundingBox(), page.locator('.panel').boundingBox()]);
  assert.ok(play.y >= 0 && play.y + play.height <= 360, JSON.stringify(play));
  assert.ok(play.x + play.width <= panel.x && panel.x + panel.width <= 740, JSON.stringify(panel));
  assert.ok((await page.locator('.table [data-square=e4]').boundingBox()).width >= 32);
  await page.context().close();
});

test('a whole exchange by keyboard alone, told to screen readers', { skip, timeout: 90_000 }, async () => {
  const page = await open(browser, site.url, { setup: { mode: 'engine', variant: 'makruk', level: 0, side: 'white', time: 'none' } });
  for (let tab = 0; tab < 20; tab++) {
    if (await page.evaluate(() => document.activeElement.getAttribute('role') === 'gridcell')) break;
    await page.keyboard.press('Tab');
  }
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e1');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'e1, white met');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await holds(page, 'e4', 'e4, white pawn');
  assert.equal(await page.locator('.unseen[role=status]').textContent(), 'White: pawn from e3 to e4.');
  await page.waitForFunction(() => /^Black: /.test(document.querySelector('.unseen[role=status]').textContent), undefined, { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector('.status .line').textContent.endsWith('Your move'));
  // A letter on the board begins a typed move.
  await page.keyboard.press('d');
  await page.keyboard.type('3d4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length >= 3);
  assert.equal((await moves(page))[2], 'd4');
  await page.context().close();
});

test('dialogs open, are left by Escape, and give the focus back', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url);
  for (const id of ['nav-new', 'nav-share', 'nav-settings']) {
    await page.focus(`#${id}`);
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('dialog').isVisible());
    assert.ok(await page.evaluate(() => document.querySelector('dialog').contains(document.activeElement)));
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement.id), id);
  }
  await page.context().close();
});

test('by touch on a phone', { skip, timeout: 90_000 }, async () => {
  const page = await open(browser, site.url, { width: 390, height: 844, hasTouch: true, isMobile: true, setup: { mode: 'engine', variant: 'makruk', level: 0, side: 'white', time: 'none' } });
  await page.locator('.table [data-square=e3]').tap();
  await page.locator('.table [data-square=e4]').tap();
  await page.waitForFunction(() => document.querySelectorAll('.moves .pair .move').length === 2, undefined, { timeout: 60_000 });
  const box = await page.locator('.table .field').boundingBox();
  assert.ok(box.width > 340, `the board is ${box.width} pixels of 390`);
  await page.context().close();
});

test('squares are at least 32 pixels on the smallest phone', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { width: 320, height: 568, hash: '#game=makruk' });
  const box = await page.locator('.table [data-square=e4]').boundingBox();
  assert.ok(box.width >= 32 && Math.abs(box.width - box.height) < 1, `${box.width} × ${box.height}`);
  await page.context().close();
});

test('with reduced motion nothing glides', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { reducedMotion: 'reduce' });
  const transitions = await page.locator('.piece').evaluateAll((pieces) => pieces.map((piece) => getComputedStyle(piece).transitionDuration));
  assert.ok(transitions.every((duration) => duration === '0s'));
  await page.context().close();
});

test('each game has a page on how to play it, with an example to its end', { skip, timeout: 60_000 }, async () => {
  // Limits of pieces' honour, in the order of the tables: Makruk's, one less in Ouk, three of them in ASEAN chess.
  const makruk = [8, 16, 22, 32, 44, 64];
  const limits = { makruk, makpong: makruk, 'ai-wok': makruk, cambodian: makruk.map((limit) => limit - 1), asean: [16, 44, 64], racingkings: [] };
  const page = await open(browser, site.url);
  await page.click('#nav-learn');
  for (const [game, wanted] of Object.entries(limits)) {
    await page.click(`#learn-${game}`);
    assert.deepEqual(await page.locator('.learn td:last-child').evaluateAll((cells) => cells.map((cell) => Number(cell.textContent))), wanted, game);
    assert.ok((await page.locator('.gaits .diagram').count()) >= 5, `${game}: pieces`);
    const on = page.locator(`#example-on-${game}`);
    for (let step = 0; step < 20 && (await on.isEnabled()); step++) await on.click();
    assert.match(await page.locator('.example p').textContent(), /^Step (\d+) of \1 · \S/, game);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the language is the browser’s at first, and can be changed in place', { skip, timeout: 60_000 }, async () => {
  const page = await open(browser, site.url, { locale: 'uk-UA' });
  assert.equal(await headline(page), 'Ваш хід');
  await page.click('#nav-settings');
  await page.selectOption('#language', 'th');
  await page.waitForFunction(() => document.documentElement.lang === 'th');
  assert.equal(await headline(page), 'ตาคุณเดิน');
  await holds(page, 'd1', 'd1, ขุนขาว');
  await page.context().close();
});
