import { expect, it } from 'vitest';
import { collectGarbage, collectTogether } from '@adapters/collect-garbage';

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

it('goes on where one thread does it alone, and where several do it together again', () => {
  const made = (): number[][] => Array.from({ length: 200_000 }, (_, at) => [at]);
  for (const together of [false, true]) {
    collectTogether(together);
    expect(made().at(-1)).toEqual([199_999]);
  }
});
