/*
 * The pictures of docs/page: desktop, phone, dark, Thai.
 *
 *     node test/screenshots.mjs [folder]
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, serve } from './browser.mjs';

const folder = process.argv[2] ?? join(import.meta.dirname, '../../../docs/page');
mkdirSync(folder, { recursive: true });

const analysed = async (page) => {
  await page.click('#do-analysis');
  await page.locator('.lines li').nth(1).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(6000);
};
const reviewed = async (page) => {
  await page.click('#do-review');
  await page.locator('.turned').waitFor({ timeout: 300_000 });
};

const ENDING = `fen=${encodeURIComponent('4k3/4s3/3m4/1p6/1P6/8/3RM3/4K3 w - - 0 40')}`;
const RACE = 'moves=h2h3_a2a3_h3h4_a3a4_f2e3_c2d3';
const OPENING = 'moves=e3e4_e6e5_b1d2_b8d7_g1e2_g8e7_d3d4_e5d4_c3d4_d6d5';

const PICTURES = {
  desktop: { hash: `#game=makruk&${OPENING}`, settings: { lines: 3 }, act: analysed },
  phone: { width: 390, height: 844, deviceScaleFactor: 1.5, setup: { mode: 'engine', variant: 'makruk', reading: 'fairy-stockfish', level: 4, side: 'white', time: 'none' } },
  dark: { hash: `#game=racingkings&${RACE}`, settings: { theme: 'dark', lines: 3 }, act: analysed },
  thai: { hash: `#game=makruk&fen=${encodeURIComponent('8/8/4k3/8/8/3K4/2S5/4M2r w - 128 37 60')}`, settings: { language: 'th', lines: 2 }, act: analysed },
  review: { hash: `#game=makruk&${ENDING}`, act: reviewed },
};

const [browser, site] = await Promise.all([launch(), serve()]);
for (const name of process.argv[3] ? [process.argv[3]] : ['desktop', 'phone', 'dark', 'thai']) {
  const { act, ...options } = PICTURES[name];
  const page = await open(browser, site.url, options);
  if (act) await act(page);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}
await browser.close();
await site.close();
