import type { App, WebContents } from 'electron';

/** What of Electron's app is needed: it tells of every page there is. */
export type PageSource = Pick<App, 'on'>;

/** Comes without a hand on the mouse, as when a window opens under it. */
const handless: ReadonlySet<string> = new Set(['mouseEnter', 'mouseLeave']);

/** Input is told of so often at most, ms: the first of it at once. */
const spacing = 500;

/**
 * Tells that a person touches mouse or keys in any window. To be called before the first window.
 * @param now the time, ms, of a clock that never goes back
 */
export function watchInput(app: PageSource, now: () => number, onInput: () => void): void {
  let toldAt = -Infinity;
  app.on('web-contents-created', (_event, contents: Pick<WebContents, 'on'>) => {
    contents.on('input-event', (_input, { type }) => {
      if (now() - toldAt < spacing || handless.has(type)) return;
      toldAt = now();
      onInput();
    });
  });
}
