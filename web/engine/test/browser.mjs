/* Debian's Chromium, headless, and the package served as a static host does it. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { chromium } from 'playwright-core';

const PACKAGE = join(import.meta.dirname, '..');
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const BLANK = '<!doctype html><html lang="en"><title>khun</title><link rel="icon" href="data:,">';

/** Where the browser is; nothing where there is none. */
export const browserPath = PLACES.find((path) => path && existsSync(path));

export const launch = () => chromium.launch({ executablePath: browserPath, args: FLAGS });

/**
 * Serves the package and an empty page at `/`, with these headers beside its own. Pages by their path, and folders by the
 * beginning of theirs, come before what the package has.
 */
export async function serve({ isolated, headers = {}, pages = {}, folders = {} }) {
  const allPages = { '/': BLANK, ...pages };
  const allFolders = { ...folders, '/': folders['/'] ?? PACKAGE };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const all = { ...(isolated ? ISOLATION : {}), ...headers };
    const text = allPages[path];
    const type = TYPES[extname(path)] ?? 'text/html';
    if (text !== undefined) return void response.writeHead(200, { 'Content-Type': type, ...all }).end(text);
    const [start, folder] = Object.entries(allFolders).find(([start]) => path.startsWith(start));
    const file = join(folder, path.slice(start.length));
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', ...all }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
