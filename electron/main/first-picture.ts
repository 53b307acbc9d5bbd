import type { BrowserWindow } from 'electron';
import { within } from './within';

/** So long, ms, what is built meanwhile waits for a window that shows nothing. */
const LONGEST = 1_000;

/** So long, ms, after a window is shown its page's picture comes to the screen. */
const PRESENTED = 40;

/**
 * Resolves once the first picture of a window is on the screen. Until then Chromium needs this thread
 * for every file of the page, to end it as well, and for the picture itself.
 */
export function firstPictureOf(window: Pick<BrowserWindow, 'once'>): Promise<void> {
  const isShown = new Promise<void>((resolve) => {
    window.once('show', () => setTimeout(resolve, PRESENTED));
    window.once('closed', resolve);
  });
  return within(LONGEST, isShown);
}
