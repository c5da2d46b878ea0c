/** Line icons, drawn for this page. */

const ICONS: Record<string, string> = {
  plus: '<path d="M12 5v14M5 12h14"/>',
  search: '<circle cx="10.5" cy="10.5" r="6"/><path d="M15 15l5 5"/>',
  book: '<path d="M12 6c-2-1.6-5-2-8-1.6V18c3-.4 6 0 8 1.6 2-1.6 5-2 8-1.6V4.4C17 4 14 4.4 12 6zM12 6v13.6"/>',
  share: '<path d="M12 15V4M8 7.5L12 3.5l4 4M5 12v7.5h14V12"/>',
  gear: '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"/>',
  back: '<path d="M9 7l-5 5 5 5M4.5 12H15a5 5 0 0 1 0 10"  transform="translate(0 -2)"/>',
  bulb: '<path d="M9 17.5h6M10 20.5h4M8.5 15c-2-1.4-3-3.4-3-5.5a6.5 6.5 0 0 1 13 0c0 2.1-1 4.1-3 5.5z"/>',
  flag: '<path d="M6 21V4h11l-2.5 4L17 12H6"/>',
  flip: '<path d="M7 4v15M4 7l3-3 3 3M17 20V5M14 17l3 3 3-3"/>',
  skip: '<path d="M6 5l9 7-9 7zM18 5v14"/>',
  first: '<path d="M17 5l-8 7 8 7M6 5v14"/>',
  previous: '<path d="M15 5l-8 7 8 7"/>',
  next: '<path d="M9 5l8 7-8 7"/>',
  last: '<path d="M7 5l8 7-8 7M18 5v14"/>',
  equal: '<path d="M6 9.5h12M6 14.5h12"/>',
  play: '<path d="M8 5l11 7-11 7z"/>',
  again: '<path d="M19 12a7 7 0 1 1-2.2-5.1M19 3.5V8h-4.5"/>',
  graph: '<path d="M4 19V5M4 19h16M7 15l4-5 3 3 5-7"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  copy: '<path d="M9 9h10v11H9zM5 15V4h10"/>',
  save: '<path d="M12 4v11M8 11.5l4 4 4-4M5 20h14"/>',
  file: '<path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4"/>',
};

/** The sprite with the icons and both sets of pieces, to be put into the document once. */
export function sprite(pieces: string): HTMLElement {
  const holder = document.createElement('div');
  holder.hidden = true;
  const symbols = Object.entries(ICONS).map(([name, paths]) => `<symbol id="i-${name}" viewBox="0 0 24 24">${paths}</symbol>`);
  holder.innerHTML = `${pieces}<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  return holder;
}
