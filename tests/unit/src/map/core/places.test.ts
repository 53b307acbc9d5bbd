import { describe, expect, it } from 'vitest';
import { boundsOf, contains } from '@/map/core/places';

describe('the box around places', () => {
  it('is the smallest one that holds them', () => {
    const bounds = boundsOf([
      { latitude: -11, longitude: -46 },
      { latitude: -12.5, longitude: -47 },
      { latitude: -10, longitude: -46.5 },
    ]);
    expect(bounds).toEqual({ south: -12.5, west: -47, north: -10, east: -46 });
  });

  it('does not exist around none', () => {
    expect(boundsOf([])).toBeNull();
  });

  it('holds its own corners and nothing beyond', () => {
    const bounds = { south: -12, west: -47, north: -10, east: -46 };
    expect(contains(bounds, { latitude: -12, longitude: -47 })).toBe(true);
    expect(contains(bounds, { latitude: -10, longitude: -46 })).toBe(true);
    expect(contains(bounds, { latitude: -9.99, longitude: -46.5 })).toBe(false);
    expect(contains(bounds, { latitude: -11, longitude: -47.01 })).toBe(false);
  });
});
