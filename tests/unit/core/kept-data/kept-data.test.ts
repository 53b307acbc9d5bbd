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

  it('is nothing of a store in memory', async () => {
    const inMemory = { size: () => Promise.resolve(null), tracksSize: () => Promise.resolve(9) };
    const use = await open({ store: () => inMemory }).kept.use();
    expect(use).toMatchObject({ records: null, tracks: null });
  });

  it('is not said to be nothing where a store is locked, or there is none yet', async () => {
    const use = await open({ store: () => null }).kept.use();
    expect(keptUseSchema.parse(use)).toEqual(use);
    expect(use).toMatchObject({ records: 'unseen', tracks: 'unseen', answers: 'unseen', log: 70 });
  });

  it('is told in part where one kind can not be looked at', async () => {
    const reported = collectFaults();
    const broken = { size: () => Promise.reject(new Error('gone')), tracksSize: vi.fn() };
    const use = await open({ store: () => broken }).kept.use();
    expect(use).toMatchObject({ records: 'unseen', tracks: 'unseen', log: 70 });
    expect(reported).toHaveBeenCalled();
    const fault = { code: 'file-unreadable', message: 'EIO' } as const;
    const mapSources = { cache: () => Promise.resolve({ ...cache, fault }), clearCache: vi.fn() };
    expect(await open({ mapSources }).kept.use()).toMatchObject({ mapImages: 'unseen' });
  });

  it('is counted once at each look: the trails of a large fleet are gigabytes', async () => {
    const tracksSize = vi.fn(() => Promise.resolve(400));
    await open({ store: () => ({ size: () => Promise.resolve(1_000), tracksSize }) }).kept.use();
    expect(tracksSize).toHaveBeenCalledOnce();
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
