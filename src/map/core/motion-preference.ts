const wish = '(prefers-reduced-motion: reduce)';

/** Whether the system wishes for less motion right now. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(wish).matches;
}

/** Follows the system's wish for less motion; calls at once and at each change. */
export function followReducedMotion(listener: (reduced: boolean) => void): () => void {
  const query = window.matchMedia(wish);
  const tell = () => {
    listener(query.matches);
  };
  query.addEventListener('change', tell);
  tell();
  return () => {
    query.removeEventListener('change', tell);
  };
}
