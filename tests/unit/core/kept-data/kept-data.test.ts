import { describe, expect, it, vi } from 'vitest';
import { keptUseSchema } from '@contract/kept-data';
import { KeptData, type KeptDataOptions } from '@core/kept-data/kept-data';
import { collectFaults } from '../../collect-faults';

const cache = { bytes: 300, tiles: 1, oldest: 1, limit: 1, fault: null };
const answers = { answers: 1, bytes: 20, oldest: 1 };

function open(change: Partial<KeptDataOptions> = {}) {
  const options = {
    store: () => ({ size: () => Promise.resolve(1_000), tracksSize: () => Promise.resolve(400) }),
    workspaces: { erase: vi.fn(() => Promise.resolve()) },
    mapSources: {
      cache: () => Promise.resolve(cache),
      clearCache: vi.fn(() => Promise.resolve(cache)),
    },
    geocoder: {
      kept: () => Promise.resolve(answers),
      forget: vi.fn(() => Promise.resolve(answers)),
    },
    journal: {
      bytes: () => Promise.resolve(70),
      clear: vi.fn(() => Promise.resolve()),
      state: () => ({ faults: [], crashes: [], stopped: null }),
    },
    ...change,
  };
  return { kept: new KeptData(options), options };
}

describe('what is kept on this computer', () => {
  it('is told by kind; records are what is left of the store', async () => {
    const use = await open().kept.use();
    expect(keptUseSchema.parse(use)).toEqual(use);
    expect(use).toEqual({
      ...{ records: 580, tracks: 400, mapImages: 300, answers: 20, log: 70, crashes: 0 },
    });
  });

  it('is nothing of a store in memory, or of none', async () => {
    const inMemory = { size: () => Promise.resolve(null), tracksSize: () => Promise.resolve(9) };
    for (const store of [() => inMemory, () => null]) {
      expect(await open({ store }).kept.use()).toMatchObject({ records: null, tracks: null });
    }
  });

  it('is told in part where one kind can not be looked at', async () => {
    const reported = collectFaults();
    const broken = { size: () => Promise.reject(new Error('gone')), tracksSize: vi.fn() };
    const use = await open({ store: () => broken }).kept.use();
    expect(use).toMatchObject({ records: null, tracks: null, log: 70 });
    expect(reported).toHaveBeenCalled();
  });

  it('goes kind by kind, and nothing else with it', async () => {
    const { kept, options } = open();
    const { workspaces, mapSources, geocoder, journal } = options;
    const ends = [workspaces.erase, mapSources.clearCache, geocoder.forget, journal.clear];
    const kinds = ['tracks', 'mapImages', 'answers', 'log'] as const;
    for (const [at, kind] of kinds.entries()) {
      await kept.delete(kind);
      expect(ends.map((end) => vi.mocked(end).mock.calls.length)).toEqual(
        kinds.map((_, other) => (other <= at ? 1 : 0)),
      );
    }
    expect(workspaces.erase).toHaveBeenCalledExactlyOnceWith('tracks');
  });
});
