// Lines of UCI as values.

const MOVE_LIST = 'pv';

/** An `info` line of a search; nothing for any other line. */
export function info(line) {
  const words = line.split(' ');
  if (words[0] !== 'info' || words[1] === 'string' || !words.includes('score')) return undefined;
  const info = { multipv: 1, nodes: 0, nps: 0, time: 0, pv: [] };
  for (let at = 1; at < words.length; at++) {
    const name = words[at];
    if (name === MOVE_LIST) {
      info.pv = words.slice(at + 1);
      break;
    }
    if (name === 'score') {
      info.score = { [words[at + 1]]: Number(words[at + 2]) };
      at += 2;
    } else if (name === 'lowerbound') {
      info.bound = 'lower';
    } else if (name === 'upperbound') {
      info.bound = 'upper';
    } else if (name === 'wdl') {
      info.wdl = words.slice(at + 1, at + 4).map(Number);
      at += 3;
    } else {
      info[name] = Number(words[++at]);
    }
  }
  return info;
}

/** What a `bestmove` line says. */
export function bestMove(line) {
  const [, best, , ponder = null] = line.split(' ');
  return { best: best === '(none)' ? null : best, ponder };
}

/** An `option` line's option; nothing for any other line. */
export function option(line) {
  const [, name, type, rest] = /^option name (.+?) type (\w+)(.*)$/.exec(line) ?? [];
  if (!name) return undefined;
  const option = { name, type };
  const text = / default (.*?)(?= min | max | var |$)/.exec(rest)?.[1];
  if (text !== undefined) option.default = text === '<empty>' ? '' : text;
  for (const bound of ['min', 'max']) {
    const number = new RegExp(` ${bound} (-?\\d+)`).exec(rest)?.[1];
    if (number !== undefined) option[bound] = Number(number);
  }
  if (type === 'combo') option.vars = rest.split(' var ').slice(1).map((value) => value.trim());
  return option;
}
