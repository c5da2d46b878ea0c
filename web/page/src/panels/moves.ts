/** The list of moves with its variations, the way through it, and the field in which moves are typed. */

import type { App, Panel } from '../app.ts';
import { moments } from '../chances.ts';
import { h, icon, put } from '../dom.ts';
import type { GameNode } from '../game.ts';
import { t } from '../words.ts';
import { countMark } from '../count-mark.ts';

export class Moves implements Panel {
  readonly element = h('section', { class: 'card moves' });
  private readonly list = h('div', { class: 'list', tabindex: 0, role: 'region' });
  private readonly title = h('h3', { class: 'unseen' });
  private readonly ways = h('div', { class: 'ways' });
  private readonly form = h('form', { class: 'typed' });
  private readonly input = h('input', { id: 'typed-move', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', inputmode: 'text', enterkeyhint: 'go' });
  private shown = '';
  private language = '';

  constructor(private readonly app: App) {
    this.element.append(this.title, this.list, this.ways, this.form);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (app.type(this.input.value)) this.input.value = '';
      else this.input.select();
    });
  }

  /** Puts a letter that was typed elsewhere into the field. */
  typeInto(letter: string): void {
    this.input.focus();
    this.input.value += letter;
  }

  update(): void {
    const { app } = this;
    const { game } = app;
    if (this.language !== document.documentElement.lang) this.name();
    const marks = new Map(moments(game).map(({ node, kind }) => [node, kind]));
    const parts: string[] = [];
    const visit = (node: GameNode): void => {
      let at: GameNode | undefined = node;
      while (at) {
        parts.push(at.uci, at.call ?? '', marks.get(at) ?? '');
        const [first, ...others]: GameNode[] = at.children;
        others.forEach((other) => (parts.push('('), visit(other), parts.push(')')));
        at = first;
      }
    };
    visit(game.root);
    const structure = `${this.language} ${game.variant} ${game.startFen ?? ''} ${parts.join(' ')} ${app.setup.mode}`;
    if (structure !== this.shown) {
      this.shown = structure;
      put(this.list, this.lines(marks));
    }
    for (const button of this.list.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    const current = this.list.querySelector<HTMLElement>(`#move-${this.ids.get(game.current) ?? 'none'}`);
    current?.setAttribute('aria-current', 'true');
    if (current) this.keepInView(current);
    else if (game.current === game.root) this.list.scrollTop = 0;
    const [atStart, atEnd] = [game.current === game.root, game.current.children.length === 0];
    for (const [id, disabled] of [['first', atStart], ['previous', atStart], ['next', atEnd], ['last', atEnd]] as const) {
      const button = this.ways.querySelector<HTMLButtonElement>(`#way-${id}`);
      if (button) button.disabled = disabled;
    }
    this.form.hidden = !app.mayMove;
  }

  private keepInView(button: HTMLElement): void {
    const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
    if (top < this.list.scrollTop) this.list.scrollTop = top - 8;
    else if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight + 8;
  }

  private name(): void {
    this.language = document.documentElement.lang;
    const { app } = this;
    this.title.textContent = t('moves.title');
    this.list.setAttribute('aria-label', t('moves.title'));
    put(
      this.ways,
      (['first', 'previous', 'next', 'last'] as const).map((by) =>
        h('button', { type: 'button', id: `way-${by}`, class: 'plain', 'aria-label': t(`moves.${by}`), title: t(`moves.${by}`), onclick: () => app.step(by) }, icon(by)),
      ),
    );
    this.input.placeholder = t('move.example');
    put(this.form, h('label', { for: 'typed-move', class: 'unseen' }, t('move.type')), this.input, h('button', { type: 'submit' }, t('move.play')));
  }

  private ids = new Map<GameNode, string>();

  private button(node: GameNode, marks: Map<GameNode, string>): HTMLElement {
    const id = String(this.ids.size);
    this.ids.set(node, id);
    const mark = countMark(node.parent?.count ?? null, node.count);
    const kind = marks.get(node);
    const sign = kind === 'blunder' || kind === 'missed' ? '??' : kind === 'mistake' ? '?' : '';
    const call = node.call === 'start' ? t('moves.countCalled') : node.call === 'stop' ? t('moves.countStopped') : '';
    const note = [mark && t(mark), call, kind && t(`review.${kind}` as 'review.blunder')].filter(Boolean).join(', ');
    return h(
      'button',
      { type: 'button', id: `move-${id}`, class: `move ${kind ?? ''}`, title: note || undefined, onclick: () => this.app.go(node) },
      node.san,
      sign && h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      (mark || call) && h('span', { class: 'counted', 'aria-hidden': 'true' }, mark === 'moves.countEnds' || node.call === 'stop' ? '◇' : '◆'),
      note && h('span', { class: 'unseen' }, `, ${note}`),
    );
  }

  private number(node: GameNode): string {
    const before = node.parent?.fen.split(' ').at(-1) ?? '1';
    return node.toMove === 'black' ? `${before}.` : `${before}…`;
  }

  private lines(marks: Map<GameNode, string>): Node[] {
    const { game } = this.app;
    this.ids = new Map();
    const nodes = game.mainLine().slice(1);
    if (!nodes.length && !game.root.children.length) return [h('p', { class: 'quiet' }, t('moves.none'))];
    const rows: Node[] = [];
    let row: HTMLElement | undefined;
    for (const node of nodes) {
      const white = node.toMove === 'black';
      if (white || !row) {
        row = h('div', { class: 'pair' }, h('span', { class: 'no' }, this.number(node).replace('…', '.')));
        if (!white) row.append(h('span', { class: 'gap' }, '…'));
        rows.push(row);
      }
      row.append(this.button(node, marks));
      const others = node.parent?.children.slice(1) ?? [];
      if (others.length) {
        rows.push(...others.flatMap((head) => this.variations(head, marks)));
        row = undefined;
      }
    }
    return rows;
  }

  /** Each way to the end of a variation is a line of its own. */
  private variations(head: GameNode, marks: Map<GameNode, string>): Node[] {
    const element = h('div', { class: 'variation', role: 'group', 'aria-label': t('moves.variation') });
    const more: Node[] = [];
    let at: GameNode | undefined = head;
    let first = true;
    while (at) {
      if (first || at.toMove === 'black') element.append(h('span', { class: 'no' }, this.number(at)));
      element.append(this.button(at, marks));
      const others: GameNode[] = at === head ? [] : (at.parent?.children.slice(1) ?? []);
      for (const other of others) more.push(...this.variations(other, marks));
      at = at.children[0];
      first = false;
    }
    element.append(
      h('button', { type: 'button', class: 'plain remove', 'aria-label': t('moves.delete'), title: t('moves.delete'), onclick: () => this.app.deleteVariation(head) }, icon('close')),
    );
    return [element, ...more];
  }
}
