/** Small helpers to build elements: no framework, the platform does the rest. */

type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown>;

const SVG = 'http://www.w3.org/2000/svg';

function fill(node: Element, props: Props | null, children: Child[]): void {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value as EventListener);
    else if (key === 'class') node.setAttribute('class', String(value));
    else if (key === 'value' && 'value' in node) (node as HTMLInputElement).value = String(value);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  append(node, children);
}

function append(node: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== null && child !== undefined && child !== false) node.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element; `on…` properties are listeners, `true` is an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, props ?? null, children);
  return node;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(node, props ?? null, children);
  return node;
}

/** One of the line icons of `icons.svg`; it never carries meaning alone. */
export function icon(name: string): SVGElement {
  return s('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' }, s('use', { href: `#i-${name}` }));
}

/** Replaces the children of a node, and keeps the focus where it was when an element with the same id comes back. */
export function put(node: Element, ...children: Child[]): void {
  const focused = node.contains(document.activeElement) ? document.activeElement?.id : undefined;
  node.replaceChildren();
  append(node, children);
  if (focused) document.getElementById(focused)?.focus();
}
