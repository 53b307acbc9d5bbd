import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Meaning } from '@contract/tile-schemas/meaning';
import { decodeTile } from '@/map/workers/basemap/vector/decode-tile';

/** Everything in a tile means something, so that all of its shapes are looked at. */
vi.mock('@contract/tile-schemas/read-shape', () => {
  const name = { of: 'town', text: 'A name', languages: {}, rank: 1 } as const;
  const read = (): Meaning => ({ area: 'water', line: 'street', name });
  return { shapeReaders: { openmaptiles: read } };
});

const folder = path.resolve(
  import.meta.dirname,
  '../../../../../../../node_modules/@mapbox/mvt-fixtures/fixtures',
);
const ids = readdirSync(folder).filter((id) => existsSync(path.join(folder, id, 'tile.mvt')));
const infoSchema = z.object({ description: z.string(), validity: z.object({ v2: z.boolean() }) });

const tileOf = (id: string) => readFileSync(path.join(folder, id, 'tile.mvt'));
const infoOf = (id: string) =>
  infoSchema.parse(JSON.parse(readFileSync(path.join(folder, id, 'info.json'), 'utf8')));

/** All numbers of the shapes of a tile; null where it is refused. */
function numbersOf(bytes: Uint8Array): number[] | null {
  try {
    const { areas, lines, names } = decodeTile(bytes, 'openmaptiles');
    const shapes = [...areas.values(), ...lines.values()].flat();
    return [...shapes, ...names.map(({ line }) => line)].flatMap((line) => [...line]);
  } catch (fault) {
    expect(fault).toBeInstanceOf(Error);
    return null;
  }
}

describe('a tile that breaks the specification of vector tiles', () => {
  it.each(ids)('is read as far as it goes, or refused, and nothing is made up: %s', (id) => {
    const bytes = tileOf(id);
    const numbers = numbersOf(bytes);
    if (infoOf(id).validity.v2) expect(numbers, infoOf(id).description).not.toBeNull();
    expect(numbers?.every(Number.isFinite) ?? true).toBe(true);
    // A count of billions that the tile does not hold takes no memory.
    expect(numbers?.length ?? 0).toBeLessThanOrEqual(2 * bytes.length);
  });

  it('has shapes that are looked at: those of good tiles come out', () => {
    for (const id of ['017', '018', '019', '053']) expect(numbersOf(tileOf(id))).not.toEqual([]);
  });

  it('cut off anywhere does no harm', () => {
    const whole = tileOf('038');
    for (let length = 0; length < whole.length; length += 1) {
      const numbers = numbersOf(whole.subarray(0, length));
      expect(numbers?.every(Number.isFinite) ?? true).toBe(true);
    }
  });
});
