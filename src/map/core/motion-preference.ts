const wish = '(prefers-reduced-motion: reduce)';
/** On the root while the computer's battery is spared. */
const sparing = 'data-power';

/** Whether less motion is wished for right now: by the system, or to save the battery. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(wish).matches || document.documentElement.hasAttribute(sparing);
}

/** Follows the wish for less motion; calls at once and at each change. */
export function followReducedMotion(listener: (reduced: boolean) => void): () => void {
  const query = window.matchMedia(wish);
  const tell = () => {
    listener(prefersReducedMotion());
  };
  query.addEventListener('change', tell);
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: [sparing] });
  tell();
  return () => {
    query.removeEventListener('change', tell);
    observer.disconnect();
  };
}
