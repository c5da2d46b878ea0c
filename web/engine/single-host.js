// The page's side of the build without threads.

import { makeBell } from './bell.js';
import { compile, startWorker } from './platform.js';

/** What ends a search that runs, as `stop` does. */
const ENDS_SEARCH = /^\s*(stop|quit|go|position|setoption|ucinewgame|flip|bench)\b/;
/** A search that cannot be told to stop is waited for so long before its Worker is. */
const PATIENCE = 60;

export async function startSingle(engine, locate) {
  const module = await compile(locate('khun-single.wasm') ?? new URL('./khun-single.wasm', import.meta.url));
  const bell = makeBell();
  /** The searches that were asked for and have not said their move, oldest first. */
  const searches = [];
  let worker;
  let hasBell = true;
  let sent = 0;
  /** Lines that the Worker has not begun to work on. */
  let unheard = [];
  /** What a new Worker must be told to stand where this one stands: the option lines by name, the last position. */
  const options = new Map();
  let position;
  /** The last exact line of the search that runs. */
  let found;

  const heardFrom = {
    ready: (message) => (hasBell = message.hasBell),
    heard: ({ number }) => (unheard = unheard.filter((message) => message.number > number)),
    write({ descriptor, bytes }) {
      if (descriptor === 1) engine.say(bytes);
      else engine.fail(new Error(new TextDecoder().decode(bytes).trim()));
    },
    exit() {
      terminate();
      engine.over();
    },
    failed({ message }) {
      engine.fail(new Error(message));
      terminate();
      engine.over();
    },
  };

  // The engine's own lines pass here, so that it is known what it does.
  const say = engine.sayLine;
  engine.sayLine = (line) => {
    if (line.startsWith('bestmove ')) {
      const search = searches.shift();
      if (search) bell.end(search);
      found = undefined;
    } else if (/^info depth .* multipv 1 score (cp|mate) -?\d+ (?!lowerbound|upperbound)/.test(line)) {
      found = line;
    }
    say(line);
  };

  function begin() {
    const mine = startWorker(
      locate('worker.js'),
      'khun',
      (message) => {
        if (!engine.isOver && worker === mine) heardFrom[message.kind](message);
      },
      (error) => heardFrom.failed({ message: error.message }),
    );
    worker = mine;
    worker.post({ kind: 'single', module, files: [...engine.files], env: {}, bell: bell.forWorker });
  }

  function post(line, search) {
    const message = { kind: 'line', line, search, number: ++sent };
    unheard.push(message);
    worker.post(message);
  }

  /** Where no bell can be heard: what was found is the answer, and another Worker goes on from here. */
  function replaceWorker() {
    worker.terminate();
    const best = / pv (\S+)( (\S+))?/.exec(found ?? '');
    begin();
    const rest = unheard.splice(0).filter(({ line }) => !/^\s*(stop|ponderhit)\b/.test(line));
    [...options.values(), position].filter(Boolean).forEach((line) => post(line));
    rest.forEach(({ line, search }) => post(line, search));
    const last = found;
    if (last) engine.sayLine(last);
    engine.sayLine(best ? `bestmove ${best[1]}${best[3] ? ` ponder ${best[3]}` : ''}` : 'bestmove (none)');
  }

  function remember(line) {
    const [, name] = /^\s*setoption\s+name\s+(.+?)(\s+value\b.*)?$/.exec(line) ?? [];
    if (name) {
      // The order is kept: one option's value may mean something only after another's.
      options.delete(name.toLowerCase());
      options.set(name.toLowerCase(), line);
    }
    if (/^\s*position\b/.test(line)) position = line;
  }

  function send(line) {
    if (searches.length > 0) {
      if (/^\s*isready\b/.test(line) && unheard.length === 0) {
        // All that came before is done or, like the search, under way: it is ready.
        engine.sayLine('readyok');
        return;
      }
      if (ENDS_SEARCH.test(line)) {
        const [running] = searches;
        searches.forEach((search) => bell.ring(search, 'stop'));
        if (!hasBell) setTimeout(() => !engine.isOver && searches[0] === running && replaceWorker(), PATIENCE);
      } else if (/^\s*ponderhit\b/.test(line)) {
        searches.forEach((search) => bell.ring(search, 'ponderhit'));
      }
    }
    remember(line);
    if (/^\s*quit\b/.test(line)) {
      terminate();
      engine.over();
      return;
    }
    const isSearch = /^\s*go\b(?!\s+perft)/.test(line);
    const search = isSearch ? bell.search() : undefined;
    if (search) searches.push(search);
    post(line, search);
  }

  function terminate() {
    worker.terminate();
    searches.splice(0).forEach((search) => bell.end(search));
  }

  begin();
  return {
    send: (text) => text.split('\n').slice(0, -1).forEach(send),
    fileWritten: (name, bytes) => worker.post({ kind: 'file', name, bytes }),
    terminate,
  };
}
