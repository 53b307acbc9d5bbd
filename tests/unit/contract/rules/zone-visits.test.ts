import { describe, expect, it } from 'vitest';
import { zoneVisits } from '@contract/rules/zone-visits';
import type { Zone } from '@contract/zones';

const MINUTE = 60_000;
const depot: Zone = {
  ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: null, isShown: true },
  shape: { kind: 'circle', center: { latitude: 0, longitude: 180 }, radius: 500 },
};
const far: Zone = {
  ...{ ...depot, id: 'far' },
  shape: { kind: 'circle', center: { latitude: 0, longitude: 0 }, radius: 500 },
};

/** One fix a minute. */
function day(longitudes: readonly number[]) {
  return {
    at: Float64Array.from(longitudes, (_, index) => index * MINUTE),
    latitude: Float64Array.from(longitudes, () => 0),
    longitude: Float64Array.from(longitudes),
  };
}

describe('the time in zones of a day', () => {
  it('is told visit by visit, over the date line as well, open where nobody saw its ends', () => {
    const visits = zoneVisits(day([180, 180, -179.9, -179.9, 179.9, 180, 180]), [depot, far]);
    expect(visits).toHaveLength(3);
    const [first, through, last] = visits;
    expect(first).toMatchObject({ from: 0, isFromUnknown: true, isToUnknown: false });
    expect((first?.to ?? 0) / MINUTE).toBeCloseTo(1 + 500 / 11_119.5, 3);
    expect(((through?.to ?? 0) - (through?.from ?? 0)) / MINUTE).toBeCloseTo(1000 / 22_239, 2);
    expect(last).toMatchObject({ to: 6 * MINUTE, isFromUnknown: false, isToUnknown: true });
  });

  it('is none without fixes and without zones', () => {
    expect(zoneVisits(day([]), [depot])).toEqual([]);
    expect(zoneVisits(day([180]), [])).toEqual([]);
  });
});
