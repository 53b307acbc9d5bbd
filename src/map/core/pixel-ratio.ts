/** Follows the screen's pixel ratio, which changes when a window moves to another monitor. */
export function followPixelRatio(listener: (ratio: number) => void): () => void {
  let query: MediaQueryList | null = null;

  function watch() {
    query?.removeEventListener('change', change);
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', change);
  }

  function change() {
    watch();
    listener(window.devicePixelRatio);
  }

  watch();
  return () => {
    query?.removeEventListener('change', change);
  };
}

/** Parts of a pixel that are none, but what is left of reckoning. */
const almost = 1 / 64;

/** The first whole pixel at or after a position, pixels of the screen. */
export function pixelFrom(position: number): number {
  // Zero, and not minus zero.
  return Math.ceil(position - almost) + 0;
}

/**
 * A length in CSS pixels that is one in whole pixels of the screen: where a picture's pixels lie
 * between two of the screen's, all of it is blurred.
 */
export function upToPixels(length: number, ratio: number): number {
  return pixelFrom(length * ratio) / ratio;
}
