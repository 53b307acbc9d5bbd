import type { Streets } from '@contract/streets';
import polylabel from 'polylabel';
import { worldX, worldY } from '../../core/projection';
import type { LabelBoxes } from '../label-boxes';
import type { DrawnView } from '../zoom-glide';
import {
  drawWords,
  measure,
  placeAt,
  useStyle,
  type Context,
  type LabelStyle,
  type Named,
  type PlacedLabel,
} from './label';
import type { BasemapColors } from './messages';
import { createRoadLabels } from './road-labels';

type StreetPlace = Named & { kind: Streets['places'][number]['kind'] };
type NamedArea = Named & { kind: Streets['areas'][number]['kind']; room: number };

/** Names of an area with streets: places, parks, waters, roads. */
export type StreetLabels = {
  place(context: Context, view: DrawnView, boxes: LabelBoxes, colors: BasemapColors): PlacedLabel[];
};

export function createStreetLabels(streets: Streets): StreetLabels {
  const places: StreetPlace[] = streets.places.map(({ name, kind, lng, lat }) => ({
    name,
    kind,
    x: worldX(lng),
    y: worldY(lat),
  }));
  const areas = readAreas(streets);
  const roads = createRoadLabels(streets.roads);

  return {
    place(context, view, boxes, colors) {
      const ofPlaces = places.flatMap((place) => {
        const style = placeStyle(place.kind, view.zoom, colors);
        if (!style) return [];
        const text = style.spacing ? place.name.toLocaleUpperCase() : place.name;
        const width = measure(context, text, style);
        return placeAt(view, boxes, place, width + 12, style.size + 12, (target, x, y) => {
          useStyle(target, style);
          drawWords(target, text, x, y);
        });
      });
      const ofAreas = areas.flatMap((area) => {
        const room = area.room * view.scale;
        const style: LabelStyle = {
          size: 11,
          weight: 500,
          color: area.kind === 'water' ? colors.labelWater : colors.labelPark,
          halo: colors.labelHalo,
        };
        const width = measure(context, area.name, style);
        if (view.zoom < 12 || width > room * 3.4) return [];
        return placeAt(view, boxes, area, width + 8, style.size + 8, (target, x, y) => {
          useStyle(target, style);
          drawWords(target, area.name, x, y);
        });
      });
      return [...ofPlaces, ...ofAreas, ...roads.place(context, view, boxes, colors)];
    },
  };
}

function placeStyle(
  kind: StreetPlace['kind'],
  zoom: number,
  colors: BasemapColors,
): LabelStyle | null {
  const halo = colors.labelHalo;
  switch (kind) {
    case 'city':
      if (zoom < 6 || zoom > 13) return null;
      return { size: zoom < 9 ? 13 : 15, weight: 600, color: colors.labelCity, halo };
    case 'district':
      if (zoom < 14 || zoom > 16) return null;
      return { size: 10.5, weight: 500, spacing: 0.9, color: colors.labelDistrict, halo };
    case 'village':
      if (zoom < 10 || zoom > 16) return null;
      return { size: 12, weight: 500, color: colors.labelPlace, halo };
  }
}

/** Each named area once, at the middle of its largest part. */
function readAreas(streets: Streets): NamedArea[] {
  const largest = new Map<string, NamedArea>();
  for (const { kind, name, ring } of streets.areas) {
    if (name === undefined || (kind !== 'park' && kind !== 'water')) continue;
    const points: [number, number][] = [];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      points.push([worldX(ring[i] ?? 0), worldY(ring[i + 1] ?? 0)]);
    }
    if (points.length < 3) continue;
    const middle = polylabel([points], 1e-8);
    const known = largest.get(name);
    if (known && known.room >= middle.distance) continue;
    largest.set(name, { kind, name, x: middle[0], y: middle[1], room: middle.distance });
  }
  return [...largest.values()];
}
