/* The built page in a real browser: a static server on the loopback, and pages that fail on what a user would not see. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const DIST = join(import.meta.dirname, '../dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(process.env.CHROMIUM ?? path));

/** Whether there is a browser here; tests are skipped where not. */
export const browserPath = process.env.CHROMIUM ?? CHROMIUM;

/** Serves the built page as any static host does; `isolated` adds the two headers that allow threads. */
export async function serve({ isolated = true } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/\/$/, '/index.html');
    const file = join(DIST, path);
    if (!file.startsWith(DIST) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    const headers = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' };
    if (isolated) Object.assign(headers, { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });
    response.writeHead(200, headers).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))) };
}

export const launch = () => chromium.launch({ executablePath: browserPath, args: FLAGS });

/** A page in a context of its own. What goes wrong unseen is collected in `page.faults`. */
export async function open(browser, url, { width = 1280, height = 860, settings = {}, setup, worker = false, hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', serviceWorkers: worker ? 'allow' : 'block', ...options });
  if (Object.keys(settings).length || setup) {
    await context.addInitScript(
      ([settings, setup]) => {
        if (!localStorage.getItem('khun.settings')) localStorage.setItem('khun.settings', JSON.stringify(settings));
        if (setup && !localStorage.getItem('khun.setup')) localStorage.setItem('khun.setup', JSON.stringify(setup));
      },
      [settings, setup],
    );
  }
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => {
    // The tests' own refusal of a service worker is no fault of the page.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('blocked by Playwright')) page.faults.push(message.text());
  });
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) page.faults.push(`asked another host: ${request.url()}`);
  });
  await page.goto(url + hash);
  try {
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  } catch (cause) {
    throw new Error(`the page did not start: ${page.faults.join(' | ')} ${await page.locator('body').innerText()}`, { cause });
  }
  return page;
}

/** The board as text: `e1:white king`. */
export const squareName = (page, square) => page.locator(`[data-square="${square}"]`).first().getAttribute('aria-label');

/** Waits until a square is called so: what a choice or the engine brings comes a little later. */
export async function holds(page, square, name) {
  await page.locator(`[data-square="${square}"][aria-label="${name}"]`).first().waitFor({ timeout: 5_000 }).catch(() => {});
  assert.equal(await squareName(page, square), name);
}

export const press = (page, square) => page.locator(`.table [data-square="${square}"]`).click();

/** Types a move into the field and waits until it is played. */
export async function type(page, move) {
  await page.fill('#typed-move', move);
  await page.press('#typed-move', 'Enter');
}

/** The moves in the list, without marks. */
export const moves = (page) => page.locator('.moves .pair .move').evaluateAll((buttons) => buttons.map((button) => button.firstChild.textContent));

export const headline = (page) => page.locator('.status .line').textContent();

export async function drag(page, from, to) {
  const centre = async (square) => {
    const box = await page.locator(`.table [data-square="${square}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [[x1, y1], [x2, y2]] = [await centre(from), await centre(to)];
  await page.mouse.move(x1, y1);
  await page.mouse.down();
  await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 3 });
  await page.mouse.move(x2, y2, { steps: 3 });
  await page.mouse.up();
}
