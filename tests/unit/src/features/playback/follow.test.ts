import { LatLng, Point } from 'leaflet';
import { describe, expect, it, vi } from 'vitest';
import { keepInView } from '@/features/playback/follow';
import type { FleetMap } from '@/map/core/create-map';

/** A map of 1000 × 500 pixels that shows the place there. */
function mapWith(x: number, y: number) {
  const centreOn = vi.fn();
  const leaflet = {
    getSize: () => new Point(1000, 500),
    getCenter: () => new LatLng(-23, -46),
    latLngToContainerPoint: () => new Point(x, y),
  };
  return { map: { leaflet, centreOn } as unknown as FleetMap, centreOn };
}

const place = { latitude: -23, longitude: -46 };

describe('following', () => {
  it('leaves the map alone while the vehicle is well in view', () => {
    const { map, centreOn } = mapWith(300, 350);
    keepInView(map, place);
    expect(centreOn).not.toHaveBeenCalled();
  });

  it.each([
    [100, 250],
    [900, 250],
    [500, 20],
    [500, 490],
    [-4000, 9000],
  ])('brings a vehicle at %d, %d back to the middle at once', (x, y) => {
    const { map, centreOn } = mapWith(x, y);
    keepInView(map, place);
    expect(centreOn).toHaveBeenCalledExactlyOnceWith(place, { animate: false });
  });
});
