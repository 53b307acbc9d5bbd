import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemProbe } from '@adapters/diagnosis/system-probe';

const lookup = vi.hoisted(() => vi.fn<() => Promise<{ address: string }[]>>());
vi.mock('node:dns/promises', () => ({ lookup }));

function createProbe() {
  return systemProbe({
    folder: '/nowhere',
    proxyFor: () => Promise.resolve('DIRECT'),
    graphics: () => Promise.resolve({ isAccelerated: true, device: '' }),
    trusts: () => Promise.resolve(false),
  });
}

describe('a look at the network', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    lookup.mockReturnValue(new Promise(() => undefined));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells what was found, and leaves no limit behind', async () => {
    lookup.mockResolvedValue([{ address: '52.67.10.7' }]);
    const { signal } = new AbortController();
    await expect(createProbe().addressesOf('fleet.example', signal)).resolves.toEqual([
      '52.67.10.7',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends by the clock where nobody answers', async () => {
    const found = createProbe().addressesOf('fleet.example', new AbortController().signal);
    const failed = expect(found).rejects.toMatchObject({ kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
  });

  it('ends when nobody waits any more, or nobody waited at all', async () => {
    const leaving = new AbortController();
    const found = createProbe().addressesOf('fleet.example', leaving.signal);
    const failed = expect(found).rejects.toMatchObject({ kind: 'timeout' });
    leaving.abort();
    await failed;
    const late = createProbe().addressesOf('fleet.example', leaving.signal);
    await expect(late).rejects.toMatchObject({ kind: 'timeout' });
  });
});
