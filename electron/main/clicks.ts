import type { WebContents } from 'electron';

/** As long as Chromium takes something for the outcome of a click, milliseconds. */
const MEMORY = 5_000;

const acts: ReadonlySet<string> = new Set(['mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap']);

/** The clicks of every page there is; a page that is gone takes its own along. */
const clicksOf = new WeakMap<object, Clicks>();

/** Begins to watch the clicks in a page. */
export function watchClicks(contents: Pick<WebContents, 'on'>): void {
  clicksOf.set(contents, new Clicks(contents));
}

/** Whether a person just clicked in a page and nothing came of it yet; that uses the click up. */
export function takeClick(contents: object | undefined): boolean {
  return contents !== undefined && clicksOf.get(contents)?.take() === true;
}

/** Knows whether a person just clicked or pressed a key in a page; the page can't pretend it. */
class Clicks {
  #at = -Infinity;

  constructor(contents: Pick<WebContents, 'on'>) {
    contents.on('input-event', (_event, { type }) => {
      if (acts.has(type)) this.#at = performance.now();
    });
  }

  /** Whether there was a click that nothing came of yet; it is used up by that. */
  take(): boolean {
    const isRecent = performance.now() - this.#at <= MEMORY;
    this.#at = -Infinity;
    return isRecent;
  }
}
