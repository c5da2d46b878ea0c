/*
 * How soon after the address is entered a first move can be made, and how soon Khun answers it: five fresh visits over the
 * loopback with Chromium's processor slowed down.
 *
 *     node test/first-move.mjs [slowdown, 4 by default]
 */

import { launch, moves, serve } from './browser.mjs';

const slowdown = Number(process.argv[2] ?? 4);
const VISITS = 5;

const [browser, site] = await Promise.all([launch(), serve()]);
const times = { movable: [], answered: [] };
for (let visit = 0; visit < VISITS; visit++) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const began = performance.now();
  await page.goto(site.url, { waitUntil: 'commit' });
  await page.locator('.table .cell.movable').first().waitFor({ state: 'attached' });
  times.movable.push(performance.now() - began);
  await page.locator('.table [data-square=e3]').click();
  await page.locator('.table [data-square=e4]').click();
  while ((await moves(page)).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  times.answered.push(performance.now() - began);
  await context.close();
}
const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(0);
console.log(`slowed down ${slowdown} times, median of ${VISITS}: first move possible after ${middle(times.movable)} ms, answered after ${middle(times.answered)} ms`);
await browser.close();
await site.close();
