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
