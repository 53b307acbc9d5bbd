const wish = '(prefers-reduced-motion: reduce)';
/** On the root while the computer's battery is spared. */
const sparing = 'data-power';
/** On the root while nobody is at work. */
const resting = 'data-rest';

/** Whether less motion is wished for right now: by the system, or to save the battery. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(wish).matches || document.documentElement.hasAttribute(sparing);
}

/** Whether things that move on their own are to jump, and whether that is as nobody is at work. */
export type Stillness = { isStill: boolean; isAtRest: boolean };

/** Whether things that move on their own are to jump right now. */
export function stillness(): Stillness {
  const isAtRest = document.documentElement.hasAttribute(resting);
  return { isStill: prefersReducedMotion() || isAtRest, isAtRest };
}

/**
 * Follows whether things that move on their own are to jump: less motion is wished for, or nobody is
 * at work, and each picture of a glide would wake the processor. Calls at once and at each change.
 */
export function followStillness(listener: (stillness: Stillness) => void): () => void {
  const query = window.matchMedia(wish);
  const tell = () => {
    listener(stillness());
  };
  query.addEventListener('change', tell);
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: [sparing, resting] });
  tell();
  return () => {
    query.removeEventListener('change', tell);
    observer.disconnect();
  };
}
