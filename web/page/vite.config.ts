import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** With these two headers a page is cross-origin isolated, and the engine may use threads. `ISOLATED=0` serves without. */
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const headers: Record<string, string> = process.env['ISOLATED'] === '0' ? {} : ISOLATION;

const ENGINE = join(import.meta.dirname, '../engine');

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** Puts the engine's package beside the page as it is: its workers look for their files next to themselves. */
function engine(): Plugin {
  return {
    name: 'khun-engine',
    apply: 'build',
    // The rules are asked for by a script that is itself still to come: said here, they come beside it.
    transformIndexHtml: () => [
      ...['index.js', 'board.js'].map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./engine/board/${name}` } })),
      { tag: 'link', attrs: { rel: 'preload', href: './engine/board/board_bg.wasm', as: 'fetch', type: 'application/wasm', crossorigin: true } },
    ],
    closeBundle: {
      sequential: true,
      order: 'pre',
      handler() {
        if (!existsSync(join(ENGINE, 'index.js'))) this.error('web/engine is not built: run its build first');
        const wanted = (path: string): boolean => {
          const name = relative(ENGINE, path);
          if (/(^|\/)(node_modules|test|src|target|\..*)(\/|$)/.test(name)) return false;
          // The faces for other sites are not needed here.
          if (/^(lila|stockfish)/.test(name)) return false;
          return statSync(path).isDirectory() || /\.(js|wasm)$/.test(name);
        };
        cpSync(ENGINE, join(import.meta.dirname, 'dist/engine'), { recursive: true, filter: wanted });
      },
    },
  };
}

/** Writes the service worker with the list of what it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'khun-service-worker',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const dist = join(import.meta.dirname, 'dist');
        const files = filesUnder(dist).filter((path) => !/service-worker\.js$/.test(path));
        const hash = createHash('sha256');
        for (const path of files) hash.update(relative(dist, path)).update(readFileSync(path));
        const names = files.map((path) => `./${relative(dist, path)}`).map((name) => (name === './index.html' ? './' : name));
        const text = readFileSync(join(import.meta.dirname, 'src/service-worker.js'), 'utf8')
          .replace('__VERSION__', `khun-${hash.digest('hex').slice(0, 12)}`)
          .replace('__FILES__', JSON.stringify(names));
        writeFileSync(join(dist, 'service-worker.js'), text);
      },
    },
  };
}

export default defineConfig({
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  preview: { port: 4173, headers },
  plugins: [engine(), serviceWorker()],
});
