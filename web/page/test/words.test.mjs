/* The files of words: the compiler sees to the keys; here are blanks and plural forms. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** A file's entries: a key with its texts, the plural forms apart. */
function entries(language) {
  const text = readFileSync(join(import.meta.dirname, `../src/words/${language}.ts`), 'utf8');
  const body = text.slice(text.indexOf('= {') + 2, text.lastIndexOf('}') + 1).replace(/;\s*export default.*$/s, '').replace(/\} as const$/, '}');
  return new Function(`return ${body.slice(0, body.lastIndexOf('}') + 1)}`)();
}

const blanks = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const texts = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));
const english = entries('en');

for (const language of ['th', 'de', 'es', 'uk']) {
  test(`${language} says everything, with the same blanks and its own plural forms`, () => {
    const words = entries(language);
    assert.deepEqual(Object.keys(words), Object.keys(english));
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, entry] of Object.entries(words)) {
      assert.equal(typeof entry, typeof english[key], key);
      if (typeof entry === 'object') assert.deepEqual(Object.keys(entry).sort(), [...pluralCategories].sort(), `plural forms of ${key}`);
      const wanted = blanks(texts(english[key]).at(-1));
      for (const text of texts(entry)) {
        const found = blanks(text);
        // A form for exactly one may say it in a word.
        assert.ok(found.every((blank) => wanted.includes(blank)), `${key}: ${text}`);
        assert.ok(wanted.every((blank) => blank === 'n' || found.includes(blank)), `${key} lacks a blank: ${text}`);
      }
    }
  });
}
