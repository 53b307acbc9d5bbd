/**
 * Words that are cut without a sign of it, and controls that cover each other, on the page as it is
 * shown now; for tests and pictures. Cut words are fine where an ellipsis shows it and a title holds
 * the whole.
 */
export function clippedWords(): string[] {
  const found: string[] = [];
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hasWords = (element: Element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
  const main = document.querySelectorAll<HTMLElement>(
    'main *, header *, footer *, nav *, [role=dialog] *, aside *',
  );
  for (const element of main) {
    // What is only for screen readers is cut on purpose, and a map is no text.
    if (!hasWords(element) || !isShown(element)) continue;
    if (element.closest('.unseen, .leaflet-map-pane, svg, canvas, [aria-hidden=true]')) continue;
    const style = getComputedStyle(element);
    const cutsAcross =
      style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const cutsDown =
      (style.overflowY === 'hidden' || style.overflowY === 'clip') &&
      element.scrollHeight > element.clientHeight + 3;
    const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
    const shows = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (((cutsAcross && !scrolls) || cutsDown) && !shows) found.push(`cut: ${describe(element)}`);
    // Words that run out of the window are lost, unless something around them scrolls.
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.right > innerWidth + 1) {
      let around: HTMLElement | null = element.parentElement;
      while (around && getComputedStyle(around).overflowX === 'visible') {
        around = around.parentElement;
      }
      if (!around || around === document.documentElement) {
        found.push(`outside: ${describe(element)}`);
      }
    }
  }
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'main button, main a, main input, header button, footer button, [role=dialog] button',
    ),
  ].filter((element) => isShown(element) && !element.closest('.leaflet-container, [inert]'));
  for (const [at, one] of controls.entries()) {
    const a = one.getBoundingClientRect();
    for (const other of controls.slice(at + 1)) {
      if (one.parentElement !== other.parentElement) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`over: ${describe(one)} ${describe(other)}`);
    }
  }
  return [...new Set(found)];
}
