import type { App, WebContents } from 'electron';

/** What of Electron's app is needed: it tells of every page that comes. */
export type PageSource = Pick<App, 'on'>;

/** A page whose input is heard. */
type Page = Pick<WebContents, 'on'>;

/** Comes without a hand on the mouse, as when a window opens under it. */
const handless: ReadonlySet<string> = new Set(['mouseEnter', 'mouseLeave']);

/** Input is told at most this often, ms: the first of it at once. */
const spacing = 500;

/**
 * Tells that a person touches mouse or keys in any window.
 * @param open the pages that are there already
 * @param now the time, ms, of a clock that never goes back
 */
export function watchInput(
  app: PageSource,
  open: readonly Page[],
  now: () => number,
  onInput: () => void,
): void {
  let toldAt = -Infinity;
  const watch = (page: Page): void => {
    page.on('input-event', (_input, { type }) => {
      if (now() - toldAt < spacing || handless.has(type)) return;
      toldAt = now();
      onInput();
    });
  };
  open.forEach(watch);
  app.on('web-contents-created', (_event, page) => {
    watch(page);
  });
}
