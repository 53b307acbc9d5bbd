import { expect, it } from 'vitest';
import { collectGarbage } from '@adapters/collect-garbage';

it('frees what this thread does not use', () => {
  const kept: WeakRef<object>[] = [];
  for (let at = 0; at < 100; at += 1) kept.push(new WeakRef({ at }));
  return new Promise<void>((resolve) => {
    // What a turn made it may use to its end.
    setImmediate(() => {
      collectGarbage();
      expect(kept.filter((each) => each.deref() !== undefined)).toEqual([]);
      resolve();
    });
  });
});
