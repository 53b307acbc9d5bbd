import type { Streets } from '@contract/streets';
import type { Geometry } from 'geojson';
import { roadOrder, type RoadClass } from './street-style';
import { positionsOf, sliceGeometry, type SlicedGeometry } from './sliced-geometry';

export type AreaKind = Streets['areas'][number]['kind'];

/** Areas as they are drawn on each other, the lowest first. */
export const areaOrder: readonly AreaKind[] = ['urban', 'industrial', 'park', 'water'];

/** The streets of an area, cut into tiles by what is drawn alike. */
export type StreetGeometry = {
  roads: ReadonlyMap<RoadClass, SlicedGeometry>;
  areas: ReadonlyMap<AreaKind, SlicedGeometry>;
  /** West, south, east, north. */
  bbox: Streets['bbox'];
};

export function sliceStreets(streets: Streets): StreetGeometry {
  return {
    bbox: streets.bbox,
    roads: new Map(
      roadOrder.map((name) => {
        const members = streets.roads.filter((road) => road.class === name);
        return [
          name,
          sliced(() => ({
            type: 'MultiLineString',
            coordinates: members.map((road) => positionsOf(road.line)),
          })),
        ];
      }),
    ),
    areas: new Map(
      areaOrder.map((kind) => {
        const members = streets.areas.filter((area) => area.kind === kind);
        return [
          kind,
          sliced(() => ({
            type: 'MultiPolygon',
            coordinates: members.map((area) => [closed(positionsOf(area.ring))]),
          })),
        ];
      }),
    ),
  };
}

const sliced = (read: () => Geometry): SlicedGeometry => sliceGeometry(read(), read);

/** GeoJSON repeats the first corner of a ring at its end. */
function closed<T>(ring: T[]): T[] {
  const first = ring[0];
  return first === undefined ? ring : [...ring, first];
}
