import fc from 'fast-check';
import { CRS } from 'leaflet';
import { describe, expect, it } from 'vitest';
import { latitudeAt, longitudeAt, worldSize, worldX, worldY } from '@/map/core/projection';

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

  it('keeps the poles on the map', () => {
    expect(worldY(90)).toBeCloseTo(0, 6);
    expect(worldY(-90)).toBeCloseTo(1, 6);
  });
});
