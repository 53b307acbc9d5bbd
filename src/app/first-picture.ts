/** A window that is not drawn yet, or never, waits no longer than that, milliseconds. */
const LONGEST = 250;

/**
 * Resolves once what the document shows by itself is on the screen: what runs after that keeps the
 * page busy, and would keep a person before an empty window.
 */
export function afterFirstPicture(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST);
    requestAnimationFrame(() => {
      // The frame is drawn when this one is over.
      setTimeout(resolve);
    });
  });
}
