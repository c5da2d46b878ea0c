// Builds what the package ships beside its JavaScript: the engine with threads and without, and the rules library.
//
//     node build.mjs [engine|board]
//
// Needs cargo; rustup's targets are added where they are missing. Exits with status 3 and one line where that cannot be.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CANNOT = 3;
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

/** Instructions that every browser with threads has (Chrome 91, Firefox 89, Safari 16.4). */
const FEATURES = '-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals';
/** The first thread's stack, on which the build without threads searches; see `STACK_BYTES` for what that takes. */
const STACK = '-C link-arg=-zstack-size=1572864 -C strip=symbols';

async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [status, signal] = await once(child, 'exit').catch((error) => [1, error.message]);
  if (status !== 0) {
    console.error(`failed: ${command} ${args.join(' ')}${signal ? ` (${signal})` : ''}`);
    process.exit(status || 1);
  }
}

function said(command, args) {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim();
}

function needTarget(name) {
  const folder = said('rustc', ['--print', 'target-libdir', '--target', name]);
  if (folder && existsSync(folder)) return;
  if (spawnSync('rustup', ['target', 'add', name], { stdio: 'inherit' }).status !== 0) {
    console.error(`skipped: no Rust target ${name} here`);
    process.exit(CANNOT);
  }
}

/** Compiles a package; gives back the file. RUSTFLAGS also keep away what a machine's own configuration says. */
async function cargo(packageName, targetName, file, { flags = '', args = [], link = [], env = {} } = {}) {
  needTarget(targetName);
  const options = ['rustc', '--locked', '--profile', 'web', '--package', packageName, '--target', targetName, ...args];
  const linking = link.length > 0 ? ['--', ...link.flatMap((argument) => ['-C', `link-arg=${argument}`])] : [];
  await run('cargo', [...options, ...linking], { RUSTFLAGS: `${FEATURES} ${flags}`.trim(), ...env });
  return join(target, targetName, 'web', file);
}

async function board() {
  const library = await cargo('khun-board-wasm', 'wasm32-unknown-unknown', 'khun_board_wasm.wasm', {
    env: { CARGO_PROFILE_WEB_OPT_LEVEL: 's' },
  });
  const bindgen = join(target, 'bindgen');
  await run('cargo', [
    'build', '--locked', '--manifest-path', 'web/bindgen/Cargo.toml', '--target-dir', bindgen,
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'khun-board-'));
  await run(join(bindgen, 'debug/bindgen'), [library, folder]);
  copyFileSync(join(folder, 'khun_board_wasm.js'), join(here, 'board/board.js'));
  copyFileSync(join(folder, 'khun_board_wasm_bg.wasm'), join(here, 'board/board_bg.wasm'));
  rmSync(folder, { recursive: true });
}

async function threaded() {
  const built = await cargo('khun', 'wasm32-wasip1-threads', 'khun.wasm', {
    args: ['--bin', 'khun', '--no-default-features'],
    flags: STACK,
    // Pages may bring memory along that can grow to any size; what the engine sets aside itself is `host.js`'s business.
    link: ['--max-memory=4294967296'],
  });
  copyFileSync(built, join(here, 'khun-threaded.wasm'));
}

async function single() {
  const built = await cargo('khun-single', 'wasm32-wasip1', 'khun_single.wasm', {
    flags: STACK,
    env: { KHUN_WITHOUT_THREADS: '1' },
  });
  copyFileSync(built, join(here, 'khun-single.wasm'));
}

// At once: each ends with one long step on one processor.
const parts = { board: [board], engine: [threaded, single] };
const asked = process.argv[2];
await Promise.all(Object.entries(parts).flatMap(([name, builds]) => (!asked || asked === name ? builds.map((build) => build()) : [])));
