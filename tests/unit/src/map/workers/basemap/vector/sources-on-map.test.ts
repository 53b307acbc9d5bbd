import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import type { TileRequest } from '@/map/workers/basemap/messages';
import { createSourcesOnMap } from '@/map/workers/basemap/vector/sources-on-map';
import { onlineOf, sourceOf } from './tiles';

let waiting: { path: string; answer(bytes: Uint8Array | null): void; fail(): void }[];
const draw = vi.fn<(tile: TileRequest) => void>();
const onNames = vi.fn();
const onBroken = vi.fn();
let sources: ReturnType<typeof createSourcesOnMap>;

beforeEach(() => {
  vi.useFakeTimers();
  waiting = [];
  draw.mockReset();
  onNames.mockReset();
  onBroken.mockReset();
  sources = createSourcesOnMap({
    draw,
    onNames,
    onBroken,
    fetchTile: (path) =>
      new Promise((answer, reject) => {
        const fail = () => {
          reject(new Error('502'));
        };
        waiting.push({ path, answer, fail });
      }),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const picture = { left: 0, top: 0, width: 513, height: 513 };
const tile = (id: number, x = 0): TileRequest => ({ id, z: 3, x, y: 0, ratio: 1, picture });
const drawn = () => draw.mock.calls.map(([{ id }]) => id);
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Answers everything that is asked for with an empty tile. */
async function answerAll(): Promise<void> {
  await settle();
  for (const { answer } of waiting.splice(0)) answer(new Uint8Array());
  await settle();
}

describe('a square of the map', () => {
  it('is drawn at once while no map file is open', () => {
    sources.want(tile(1));
    expect(drawn()).toEqual([1]);
    expect(waiting).toEqual([]);
  });

  it('is drawn once its tile is read, so that no bare square comes between', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    await settle();
    expect(waiting.map(({ path }) => path)).toEqual(['/tiles/7/3/0/0']);
    expect(drawn()).toEqual([]);
    await answerAll();
    expect(drawn()).toEqual([1]);
    expect(sources.at(tile(1))).toHaveLength(1);
  });

  it('is drawn without a tile that takes long, and again when it is there', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(drawn()).toEqual([1]);
    await answerAll();
    expect(drawn()).toEqual([1, 1]);
  });

  it('is not drawn once it has left the map', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    sources.drop(1);
    await answerAll();
    expect(drawn()).toEqual([]);
  });

  it('is drawn at once from a tile that was read before', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    await answerAll();
    sources.want(tile(2));
    expect(drawn()).toEqual([1, 2]);
  });

  it('is drawn from the map below where a source has no tile, or a broken one', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    sources.want(tile(2, 1));
    await settle();
    waiting[0]?.answer(null);
    waiting[1]?.answer(Buffer.from('<!doctype html>'));
    await settle();
    expect(drawn().sort()).toEqual([1, 2]);
    expect(sources.at(tile(1))).toEqual([]);
  });
});

describe('the tiles of map files', () => {
  it('are asked for eight at a time', async () => {
    sources.setSources([sourceOf(7, { minZoom: 3 })]);
    for (let x = 0; x < 8; x += 1) sources.want(tile(x, x));
    for (let x = 0; x < 4; x += 1) sources.want({ ...tile(20 + x, x), y: 1 });
    await settle();
    expect(waiting).toHaveLength(8);
    await answerAll();
    await answerAll();
    expect(drawn()).toHaveLength(12);
  });

  it('are read again after a file was opened or hidden, not for a fault that changes nothing', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    await answerAll();
    const fault = { code: 'file-unreadable', message: 'one tile' } as const;
    sources.setSources([sourceOf(7, { fault })]);
    sources.want(tile(1));
    await settle();
    expect(waiting).toEqual([]);
    sources.setSources([sourceOf(7), sourceOf(8)]);
    sources.want(tile(1));
    await settle();
    expect(waiting.map(({ path }) => path)).toEqual(['/tiles/7/3/0/0', '/tiles/8/3/0/0']);
  });

  it('bring their names a moment later, and take them with them', async () => {
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    await answerAll();
    await vi.advanceTimersByTimeAsync(40);
    expect(onNames).toHaveBeenCalledWith({ points: [], roads: [], named: [] });
    sources.setSources([]);
    expect(onNames).toHaveBeenLastCalledWith(null);
  });

  it('bring them once, however often they are drawn', async () => {
    const names = async () => {
      await answerAll();
      await vi.advanceTimersByTimeAsync(40);
      return onNames.mock.calls.length;
    };
    sources.setSources([sourceOf(7)]);
    sources.want(tile(1));
    expect(await names()).toBe(1);
    sources.want({ ...tile(1), ratio: 1.3 });
    expect(await names()).toBe(1);
    sources.want(tile(2, 1));
    expect(await names(), 'another square').toBe(2);
    sources.drop(1);
    expect(await names(), 'one less').toBe(3);
    sources.setLanguage('es');
    expect(await names(), 'other words').toBe(4);
    sources.setSources([]);
    sources.setSources([sourceOf(7)]);
    sources.want(tile(2, 1));
    expect(await names(), 'as after none at all').toBe(6);
  });
});

describe('an online map', () => {
  it('is asked again for a tile that could not be read, once the square is wanted again', async () => {
    sources.setSources([onlineOf(7, { kind: 'wms' })]);
    sources.want(tile(1));
    await settle();
    for (const { fail } of waiting.splice(0)) fail();
    await settle();
    expect(drawn()).toEqual([1]);
    sources.want(tile(1));
    await settle();
    expect(waiting.map(({ path }) => path)).toEqual(['/tiles/7/3/0/0']);
  });

  it('is not asked again for a tile that it does not have', async () => {
    sources.setSources([onlineOf(7, { kind: 'wms' })]);
    sources.want(tile(1));
    await settle();
    for (const { answer } of waiting.splice(0)) answer(null);
    await settle();
    sources.want(tile(1));
    await settle();
    expect(waiting).toEqual([]);
  });

  it('that answers slowly holds up no other', async () => {
    sources.setSources([onlineOf(7), sourceOf(8)]);
    for (let x = 0; x < 6; x += 1) sources.want(tile(x, x));
    await settle();
    const askedOf = (id: number) => waiting.filter(({ path }) => path.startsWith(`/tiles/${id}/`));
    expect(askedOf(7)).toHaveLength(8);
    expect(askedOf(8)).toHaveLength(6);
  });

  it('is not asked for what a person has passed by before its turn came', async () => {
    sources.setSources([onlineOf(7)]);
    for (let x = 0; x < 6; x += 1) sources.want(tile(x, x));
    await settle();
    for (let x = 2; x < 6; x += 1) sources.drop(x);
    await answerAll();
    await answerAll();
    expect(waiting).toEqual([]);
    sources.want(tile(9, 5));
    await settle();
    expect(waiting).toHaveLength(4);
  });

  it('tells of a source whose bytes are no tile, and draws the square all the same', async () => {
    sources.setSources([sourceOf(1), sourceOf(2)]);
    sources.want(tile(1));
    await settle();
    for (const { path, answer } of waiting.splice(0)) {
      answer(path.startsWith('/tiles/2/') ? new Uint8Array([0x1a, 0xff, 0xff]) : new Uint8Array());
    }
    await settle();
    expect(onBroken.mock.calls).toEqual([[2]]);
    expect(drawn()).toEqual([1]);
  });
});
