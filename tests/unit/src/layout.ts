import { vi } from 'vitest';

const sizes = ['offsetHeight', 'clientHeight', 'offsetWidth'] as const;

/**
 * A DOM without a layout gets one: every element is so high and so wide, and a frame comes at once.
 * Answers what takes it away again.
 */
export function giveLayout(height: number, width: number): () => void {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    queueMicrotask(frame);
    return 0;
  });
  for (const name of sizes) {
    const size = name === 'offsetWidth' ? width : height;
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
  }
  return () => {
    for (const name of sizes) Reflect.deleteProperty(HTMLElement.prototype, name);
    vi.unstubAllGlobals();
  };
}
