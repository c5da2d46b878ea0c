/** Words in the language of the players. */

import en from './words/en.ts';

export type Key = keyof typeof en;
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Words = Record<Key, string | Plural>;

/** The languages, each in its own words. */
export const LANGUAGES = { en: 'English', th: 'ไทย', de: 'Deutsch', es: 'Español', uk: 'Українська' } as const;
export type Language = keyof typeof LANGUAGES;

const FILES: Record<Language, () => Promise<{ default: Words }>> = {
  en: async () => ({ default: en }),
  th: () => import('./words/th.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  uk: () => import('./words/uk.ts'),
};

const PAWNS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

let words: Words = en;
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');
let percents = new Intl.NumberFormat('en', { style: 'percent' });
let pawns = new Intl.NumberFormat('en', PAWNS);
let language: Language = 'en';

/** Takes on a language. */
export async function speak(wanted: Language): Promise<void> {
  words = (await FILES[wanted]()).default;
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  pawns = new Intl.NumberFormat(wanted, PAWNS);
  percents = new Intl.NumberFormat(wanted, { style: 'percent', maximumFractionDigits: 0 });
  document.documentElement.lang = wanted;
}

/** The best of our languages for this browser. */
export function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in LANGUAGES) ?? 'en';
}

export const number = (value: number): string => numbers.format(value);
export const hundredths = (value: number): string => pawns.format(value);
export const percent = (value: number): string => percents.format(value);

/** A text with its blanks filled in; `n` chooses among plural forms. Numbers are written as the language does. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const entry = words[key];
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values['n'] ?? 0))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : (value ?? whole);
  });
}

/** Whether there are words for something that a user's own file may have named. */
export const known = (key: string): key is Key => key in words;

export function clockText(milliseconds: number): string {
  const tenths = Math.max(0, Math.ceil(milliseconds / 100));
  const seconds = Math.ceil(tenths / 10);
  const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  if (tenths < 100) return new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (hours ? `${number(hours)}:${two.format(minutes)}` : number(minutes)) + `:${two.format(seconds % 60)}`;
}
