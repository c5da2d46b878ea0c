// Builds what the package ships beside its JavaScript: the engine with threads and without, and the rules library.
//
//     node build.mjs [engine|board]
//
// Needs cargo; rustup's targets are added where they are missing. Exits with status 3 and one line where that cannot be.

import { spawnSync } from 'node:child_process';
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

function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (done.error || done.status !== 0) {
    console.error(`failed: ${command} ${args.join(' ')}${done.error ? ` (${done.error.message})` : ''}`);
    process.exit(done.status || 1);
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
function cargo(packageName, targetName, file, { flags = '', args = [], link = [], env = {} } = {}) {
  needTarget(targetName);
  const options = ['rustc', '--locked', '--profile', 'web', '--package', packageName, '--target', targetName, ...args];
  const linking = link.length > 0 ? ['--', ...link.flatMap((argument) => ['-C', `link-arg=${argument}`])] : [];
  run('cargo', [...options, ...linking], { RUSTFLAGS: `${FEATURES} ${flags}`.trim(), ...env });
  return join(target, targetName, 'web', file);
}

async function board() {
  const library = cargo('khun-board-wasm', 'wasm32-unknown-unknown', 'khun_board_wasm.wasm', {
    env: { CARGO_PROFILE_WEB_OPT_LEVEL: 's' },
  });
  const bindgen = join(target, 'bindgen');
  run('cargo', [
    'build', '--locked', '--manifest-path', 'web/bindgen/Cargo.toml', '--target-dir', bindgen,
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'khun-board-'));
  run(join(bindgen, 'debug/bindgen'), [library, folder]);
  copyFileSync(join(folder, 'khun_board_wasm.js'), join(here, 'board/board.js'));
  copyFileSync(join(folder, 'khun_board_wasm_bg.wasm'), join(here, 'board/board_bg.wasm'));
  rmSync(folder, { recursive: true });
}

async function engine() {
  const threaded = cargo('khun', 'wasm32-wasip1-threads', 'khun.wasm', {
    args: ['--bin', 'khun', '--no-default-features'],
    flags: STACK,
    // Pages may bring memory along that can grow to any size; what the engine sets aside itself is `host.js`'s business.
    link: ['--max-memory=4294967296'],
  });
  copyFileSync(threaded, join(here, 'khun-threaded.wasm'));
  const single = cargo('khun-single', 'wasm32-wasip1', 'khun_single.wasm', {
    flags: STACK,
    env: { KHUN_WITHOUT_THREADS: '1' },
  });
  copyFileSync(single, join(here, 'khun-single.wasm'));
}

const parts = { board, engine };
const asked = process.argv[2];
for (const [name, build] of Object.entries(parts)) {
  if (!asked || asked === name) await build();
}
