// How a Worker that is busy searching is told to stop. It takes no messages until the search has ended, so it has to
// look by itself: at shared memory, where there is any, or else whether an address still leads anywhere. The page makes
// one such address for each thing that it may want to say, and takes it back to say it.

import { canShare } from './platform.js';

/** What can be said to a search. */
const WORDS = ['stop', 'ponderhit'];
/** Between two looks at an address, each of which takes about a millisecond. */
const LOOK_EVERY = 30;

/** The page's end: a bell for one Worker. `ring(search, word)` says a word to a search, `search()` begins the next one. */
export function makeBell() {
  return canShare ? makeSharedBell() : makeAddressBell();
}

function makeSharedBell() {
  // The last search that each word was said to.
  const said = new Int32Array(new SharedArrayBuffer(4 * WORDS.length));
  let searches = 0;
  return {
    forWorker: { said },
    search: () => ({ number: ++searches }),
    ring: ({ number }, word) => Atomics.store(said, WORDS.indexOf(word), number),
    end() {},
  };
}

function makeAddressBell() {
  const address = () => URL.createObjectURL(new Blob(['.']));
  // Tried out by the Worker: a page's rules (connect-src) may forbid it to look.
  const probe = address();
  return {
    forWorker: { probe },
    search: () => ({ words: Object.fromEntries(WORDS.map((word) => [word, address()])) }),
    ring: ({ words }, word) => URL.revokeObjectURL(words[word]),
    end: ({ words }) => WORDS.forEach((word) => URL.revokeObjectURL(words[word])),
  };
}

/** The Worker's end: a function that gives back a word that was said to this search, once. */
export function listenForBell({ said, probe }) {
  if (said) {
    const heard = new Int32Array(WORDS.length);
    const listen = ({ number }) => {
      const at = WORDS.findIndex((_, at) => Atomics.load(said, at) >= number && heard[at] < number);
      if (at < 0) return undefined;
      heard[at] = number;
      return WORDS[at];
    };
    return Object.assign(listen, { works: true });
  }
  let looked = 0;
  const listen = (search) => {
    const now = performance.now();
    if (now - looked < LOOK_EVERY) return undefined;
    looked = now;
    const word = WORDS.find((word) => search.words[word] && !leadsSomewhere(search.words[word]));
    if (word) delete search.words[word];
    return word;
  };
  return Object.assign(listen, { works: leadsSomewhere(probe) });
}

/** Whether there is still something at an address of the page's. */
function leadsSomewhere(address) {
  try {
    const request = new XMLHttpRequest();
    // Not asynchronously: whoever asks cannot wait for an answer.
    request.open('GET', address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
