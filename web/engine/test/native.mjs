/* What the program for this machine says: the arbiter of the builds for browsers. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The program: the one that `KHUN_NATIVE` names, or this clone's own. */
export function program() {
  if (process.env.KHUN_NATIVE) return process.env.KHUN_NATIVE;
  const options = ['build', '--locked', '--release', '--bin', 'khun', '--message-format', 'json'];
  const built = spawnSync('cargo', options, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  if (built.status !== 0) throw new Error('cargo built no khun to compare with');
  const made = built.stdout.split('\n').filter((line) => line.includes('"executable":"'));
  return JSON.parse(made.at(-1)).executable;
}

let signature;

/** The node count of `khun bench`. */
export function nativeSignature() {
  signature ??= /^(\d+) nodes /m.exec(spawnSync(program(), ['bench'], { encoding: 'utf8' }).stdout)?.[1];
  if (!signature) throw new Error('khun bench printed no node count');
  return Number(signature);
}

/** Rows of a table of the engine's own tests, without its comments. */
export function rows(name) {
  const text = readFileSync(join(ROOT, 'tests/data', name), 'utf8');
  return text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
}
