import fc from 'fast-check';
import { CRS } from 'leaflet';
import { describe, expect, it } from 'vitest';
import {
  latitudeAt,
  longitudeAt,
  worldSize,
  worldX,
  worldY,
  WorldYAlong,
} from '@/map/core/projection';

const latitudes = fc.double({ min: -85, max: 85, noNaN: true });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });

describe('the projection of the workers', () => {
  it('puts every place on the pixel where Leaflet puts it', () => {
    fc.assert(
      fc.property(latitudes, longitudes, fc.integer({ min: 0, max: 19 }), (lat, lng, zoom) => {
        const point = CRS.EPSG3857.latLngToPoint({ lat, lng } as never, zoom);
        expect(worldX(lng) * worldSize(zoom)).toBeCloseTo(point.x, 3);
        expect(worldY(lat) * worldSize(zoom)).toBeCloseTo(point.y, 3);
      }),
    );
  });

  it('leads back to the same place', () => {
    fc.assert(
      fc.property(latitudes, longitudes, (lat, lng) => {
        expect(latitudeAt(worldY(lat))).toBeCloseTo(lat, 9);
        expect(longitudeAt(worldX(lng))).toBeCloseTo(lng, 9);
      }),
    );
  });

  it('finds the latitudes of a way where it finds each of them', () => {
    const step = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), fc.array(step), (from, steps) => {
        const along = new WorldYAlong();
        let latitude = from;
        for (const each of [0, ...steps]) {
          latitude = Math.min(Math.max(latitude + each, -90), 90);
          const away = Math.abs(along.y(latitude) - worldY(latitude)) * worldSize(19);
          expect(away).toBeLessThan(0.01);
          const wanted = 1 / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
          expect(along.stretch / wanted).toBeCloseTo(1, 1);
        }
      }),
    );
  });

  it('keeps the poles on the map', () => {
    expect(worldY(90)).toBeCloseTo(0, 6);
    expect(worldY(-90)).toBeCloseTo(1, 6);
  });
});
