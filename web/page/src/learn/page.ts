/** How to play: a page for each game. */

import { h, icon, put } from '../dom.ts';
import { games, infoOf, setOf } from '../rules.ts';
import { basisName, gameName, pieceName } from '../say.ts';
import { glyphOf } from '../rules.ts';
import { known, number, t } from '../words.ts';
import { example, gaitPicture, positionPicture, startPicture } from './diagram.ts';

/** The Thai names of Makruk's pieces, beside those of the players' language. */
const THAI: Record<string, string> = { khun: 'ขุน khun', met: 'เม็ด met', khon: 'โคน khon', ma: 'ม้า ma', ruea: 'เรือ ruea', bia: 'เบี้ย bia', ngai: 'เบี้ยหงาย bia ngai' };

const EXAMPLES: Record<string, { fen: string; moves: string[] }> = {
  makruk: { fen: '8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60', moves: 'c1d1 d5c5 d1d2 c5b4 e1c1 b4a3 c1c4 a3b3 d2c2 b3a3 c2c3'.split(' ') },
  makpong: { fen: '4k3/r7/8/8/8/3P4/8/1K5R w - - 0 1', moves: 'h1e1 a7e7 e1e7 e8e7'.split(' ') },
  cambodian: { fen: 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1', moves: 'd1f2 d6d5 e3e4 d8d6 e1e3 e8c7'.split(' ') },
  asean: { fen: '7k/8/2P3K1/8/8/8/8/8 w - - 0 1', moves: 'c6c7 h8g8 c7c8r'.split(' ') },
  'ai-wok': { fen: '5k2/8/8/4K3/8/8/8/2A5 w - - 0 1', moves: 'e5f6 f8g8 c1g1 g8h8 g1g6'.split(' ') },
  racingkings: { fen: '8/1K4k1/8/8/8/8/8/8 w - - 0 1', moves: ['b7b8', 'g7g8'] },
};

const SPECIAL: Record<string, { fen: string; from: string; glyph: string }[]> = {
  cambodian: [
    { fen: '4k3/8/8/8/8/8/8/3KM3 w DE - 0 1', from: 'd1', glyph: 'khun' },
    { fen: '4k3/8/8/8/8/8/8/3KM3 w DE - 0 1', from: 'e1', glyph: 'met' },
  ],
};

export function openLearn(variant: string, back: () => void, play: (variant: string) => void): HTMLElement {
  const page = h('article', { class: 'learn' });
  const draw = (game: string): void => {
    const name = gameName(game);
    put(
      page,
      h('button', { type: 'button', class: 'link back', id: 'learn-back', onclick: back }, icon('previous'), h('span', null, t('learn.back'))),
      h('h2', null, t('learn.title')),
      h(
        'nav',
        { class: 'choose', 'aria-label': t('learn.choose') },
        games().map((one) => h('button', { type: 'button', id: `learn-${one}`, 'aria-pressed': String(one === game), onclick: () => draw(one) }, gameName(one))),
      ),
      h('h3', { class: 'name' }, name),
      text(game, 'intro', 'lead'),
      h('h4', null, t('learn.setup')),
      h('div', { class: 'beside' }, startPicture(game), text(game, 'setup') ?? text('makruk', 'setup')),
      h('h4', null, t('learn.moves')),
      pieces(game),
      special(game),
      h('h4', null, t('learn.ends')),
      text(game, 'ends') ?? text('makruk', 'ends'),
      count(game),
      exampleOf(game),
      h('div', { class: 'row' }, h('button', { type: 'button', class: 'primary', onclick: () => play(game) }, t('learn.play', { game: name }))),
    );
  };
  draw(games().includes(variant) ? variant : 'makruk');
  return page;
}

function text(game: string, part: string, kind = ''): HTMLElement | undefined {
  const key = `learn.${game}.${part}`;
  return known(key) ? h('p', { class: kind }, t(key)) : undefined;
}

function pieces(game: string): HTMLElement {
  const kinds = infoOf(game).pieces.map(({ kind }) => kind as string);
  const order = ['king', 'queen', 'aiwok', 'met', 'khon', 'bishop', 'knight', 'rook', 'pawn'].filter((kind) => kinds.includes(kind));
  if (setOf(game) === 'makruk' && kinds.includes('pawn') && kinds.includes('met')) order.push('ngai');
  return h(
    'ul',
    { class: 'gaits' },
    order.map((kind) => {
      const glyph = kind === 'ngai' ? 'ngai' : glyphOf(game, kind);
      const thai = THAI[glyph];
      const key = `learn.piece.${kind}`;
      return h(
        'li',
        null,
        gaitPicture(game, kind),
        h('p', null, h('strong', null, pieceName(glyph)), thai && h('span', { class: 'quiet', lang: 'th' }, ` ${thai}`), h('br'), known(key) ? t(key) : ''),
      );
    }),
  );
}

function special(game: string): HTMLElement | undefined {
  const words = text(game, 'special');
  if (!words) return undefined;
  const pictures = (SPECIAL[game] ?? []).map(({ fen, from, glyph }) => positionPicture(game, fen, from, pieceName(glyph)));
  return h('div', null, h('h4', null, t('learn.special')), words, pictures.length > 0 && h('div', { class: 'pictures' }, pictures));
}

function count(game: string): HTMLElement | undefined {
  const { counting, limits } = infoOf(game);
  if (!counting) return undefined;
  const table = h(
    'table',
    null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('learn.table.has')), h('th', { scope: 'col' }, t('learn.table.limit')))),
    h('tbody', null, limits.map(({ basis, limit }) => h('tr', null, h('td', null, basisName(basis)), h('td', null, number(limit))))),
  );
  return h('div', null, h('h4', null, t('learn.count')), text(game, 'count') ?? text('makruk', 'count'), table);
}

function exampleOf(game: string): HTMLElement | undefined {
  const shown = EXAMPLES[game];
  if (!shown) return undefined;
  return h('div', null, h('h4', null, t('learn.example')), text(game, 'example'), example(game, shown.fen, shown.moves));
}
