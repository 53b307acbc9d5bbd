import { describe, expect, it } from 'vitest';
import { SharedReads } from '@core/shared-reads';

/** Reads that come when the test says so, and tell whether they were given up. */
function readsInHand() {
  const begun: { signal: AbortSignal; answer: (value: string) => void }[] = [];
  const begin = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      begun.push({ signal, answer: resolve });
      signal.addEventListener('abort', () => {
        reject(new Error('given up'));
      });
    });
  return { begun, begin, reads: new SharedReads<string>() };
}

const cancelled = { error: { code: 'cancelled' } };

describe('a read that several wait for', () => {
  it('is begun once, and answers all', async () => {
    const { reads, begin, begun } = readsInHand();
    const waiting = [
      reads.join('a', undefined, begin),
      reads.join('a', undefined, begin),
      reads.join('b', undefined, begin),
    ];
    begun[0]?.answer('of a');
    begun[1]?.answer('of b');
    expect(await Promise.all(waiting)).toEqual(['of a', 'of a', 'of b']);
    expect(begun).toHaveLength(2);
  });

  it('goes on while one of them still wants it', async () => {
    const { reads, begin, begun } = readsInHand();
    const leaving = new AbortController();
    const left = reads.join('a', leaving.signal, begin);
    const kept = reads.join('a', undefined, begin);
    leaving.abort();
    await expect(left).rejects.toMatchObject(cancelled);
    expect(begun[0]?.signal.aborted).toBe(false);
    begun[0]?.answer('of a');
    expect(await kept).toBe('of a');
  });

  it('is given up once nobody does, and begun again for the next one', async () => {
    const { reads, begin, begun } = readsInHand();
    const [one, other] = [new AbortController(), new AbortController()];
    const left = [reads.join('a', one.signal, begin), reads.join('a', other.signal, begin)];
    one.abort();
    other.abort();
    for (const each of left) await expect(each).rejects.toMatchObject(cancelled);
    expect(begun[0]?.signal.aborted).toBe(true);
    const next = reads.join('a', undefined, begin);
    begun[1]?.answer('again');
    expect(await next).toBe('again');
  });

  it('is not even begun by somebody who left before', async () => {
    const { reads, begin, begun } = readsInHand();
    await expect(reads.join('a', AbortSignal.abort(), begin)).rejects.toMatchObject(cancelled);
    expect(begun).toHaveLength(0);
  });

  it('ends with its owner', async () => {
    const { reads, begin, begun } = readsInHand();
    const waiting = reads.join('a', undefined, begin);
    reads.stop();
    await expect(waiting).rejects.toThrow('given up');
    expect(begun[0]?.signal.aborted).toBe(true);
  });
});
