import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CacheDatabase } from '@adapters/tile-cache/cache-database';

const hour = 3_600_000;
const body = new Uint8Array(10_000).fill(7);
const limit = 1_000_000_000;
const at = (x: number) => ({ z: 10, x, y: 0 });

let folder: string;
let file: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'map-tiles-'));
  file = path.join(folder, 'map-tiles.db');
  now = Date.UTC(2026, 2, 10);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = () => new CacheDatabase(file, () => now);

describe('the cache of tiles on the disk', () => {
  it('has a tile after a restart', () => {
    const first = open();
    first.write(1, at(0), { policy: 'p', body }, limit);
    first.close();
    expect(open().read(1, at(0))).toEqual({ policy: 'p', body });
  });

  it('has an empty body for a place without a tile', () => {
    const cache = open();
    cache.write(1, at(0), { policy: 'p', body: new Uint8Array() }, limit);
    expect(cache.read(1, at(0))).toEqual({ policy: 'p', body: new Uint8Array() });
    expect(cache.read(2, at(0))).toBeNull();
  });

  it('counts a tile that is written again once', () => {
    const cache = open();
    cache.write(1, at(0), { policy: 'p', body }, limit);
    const before = cache.use();
    cache.write(1, at(0), { policy: 'q', body }, limit);
    expect(cache.use()).toEqual(before);
    expect(before).toMatchObject({ tiles: 1, oldest: now });
    expect(before.bytes).toBeGreaterThan(10_000);
  });

  it('stays within its limit: what was not used for longest goes first', () => {
    const cache = open();
    for (let x = 0; x < 9; x += 1) {
      cache.write(1, at(x), { policy: 'p', body }, 100_000);
      now += 2 * hour;
    }
    cache.read(1, at(0));
    now += hour;
    cache.write(1, at(9), { policy: 'p', body }, 100_000);
    expect(cache.use().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.read(1, at(0))).not.toBeNull();
    expect(cache.read(1, at(9))).not.toBeNull();
    expect(cache.read(1, at(1))).toBeNull();
  });

  it('makes room at once when the limit becomes smaller, on the disk too', () => {
    const cache = open();
    for (let x = 0; x < 200; x += 1) cache.write(1, at(x), { policy: 'p', body }, limit);
    const before = statSync(file).size;
    cache.shrink(200_000);
    expect(cache.use().bytes).toBeLessThanOrEqual(200_000);
    expect(statSync(file).size).toBeLessThan(before / 2);
  });

  it('does not take a tile that is larger than all of it', () => {
    const cache = open();
    cache.write(1, at(0), { policy: 'p', body }, 5_000);
    expect(cache.use().tiles).toBe(0);
  });

  it('forgets one map, or all of them', () => {
    const cache = open();
    cache.write(1, at(0), { policy: 'p', body }, limit);
    cache.write(2, at(0), { policy: 'p', body }, limit);
    cache.forget(1);
    expect(cache.read(1, at(0))).toBeNull();
    expect(cache.read(2, at(0))).not.toBeNull();
    cache.forget(null);
    expect(cache.use()).toEqual({ bytes: 0, tiles: 0, oldest: null });
  });

  it('drops what was not used for three months', () => {
    const first = open();
    first.write(1, at(0), { policy: 'p', body }, limit);
    first.close();
    now += 91 * 24 * hour;
    expect(open().use().tiles).toBe(0);
  });

  it.each([
    ['is no database', 'no database at all, but long enough to be read as a page of one'],
    ['is empty', ''],
  ])('starts afresh where its file %s', (_name, content) => {
    writeFileSync(file, content.repeat(100));
    const cache = open();
    cache.write(1, at(0), { policy: 'p', body }, limit);
    expect(cache.read(1, at(0))).not.toBeNull();
  });

  describe('whose file is damaged while it is in use', () => {
    /** A cache that is open, on a file of which all but the first page was overwritten. */
    function damaged(): CacheDatabase {
      const before = open();
      for (let x = 0; x < 200; x += 1) before.write(1, at(x), { policy: 'p', body }, limit);
      before.close();
      const cache = open();
      expect(cache.use().tiles).toBe(200);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xaa, 4096));
      return cache;
    }

    it('has no tile any more, and keeps new ones', () => {
      const cache = damaged();
      expect(cache.read(1, at(100))).toBeNull();
      cache.write(1, at(0), { policy: 'p', body }, limit);
      expect(cache.read(1, at(0))).toEqual({ policy: 'p', body });
      expect(cache.use().tiles).toBe(1);
    });

    it('keeps the tile that showed the damage', () => {
      const cache = damaged();
      cache.write(1, at(100), { policy: 'q', body }, limit);
      expect(cache.read(1, at(100))).toEqual({ policy: 'q', body });
    });

    it('can be deleted', () => {
      const cache = damaged();
      cache.forget(null);
      expect(cache.use()).toEqual({ bytes: 0, tiles: 0, oldest: null });
    });
  });
});
