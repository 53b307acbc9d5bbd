import type { Streets } from '@contract/streets';
import polylabel from 'polylabel';
import { worldX, worldY } from '../../core/projection';
import type { DrawnView } from '../zoom-glide';
import {
  drawWords,
  measure,
  placeAt,
  spotsAround,
  useStyle,
  type Context,
  type LabelStyle,
  type Named,
  type NameRoom,
  type PlacedLabel,
} from './label';
import type { BasemapColors } from './messages';
import { createRoadLabels, namedRoadsOf } from './road-labels';

type StreetPlace = Named & { kind: Streets['places'][number]['kind'] };
type NamedArea = Named & { kind: Streets['areas'][number]['kind']; room: number };

/** Names of an area with streets: places, parks, waters, roads. */
export type StreetLabels = {
  place(context: Context, view: DrawnView, room: NameRoom, colors: BasemapColors): PlacedLabel[];
};

export function createStreetLabels(streets: Streets): StreetLabels {
  const places: StreetPlace[] = streets.places.map(({ name, kind, lng, lat }) => ({
    name,
    kind,
    x: worldX(lng),
    y: worldY(lat),
  }));
  const areas = readAreas(streets);
  const roads = createRoadLabels(namedRoadsOf(streets.roads));

  return {
    place(context, view, room, colors) {
      const ofPlaces = places.flatMap((place) => {
        const style = placeStyle(place.kind, view.zoom, colors);
        if (!style) return [];
        const text = style.spacing ? place.name.toLocaleUpperCase() : place.name;
        const width = measure(context, text, style);
        return placeAt(view, room, {
          at: place,
          words: width,
          size: style.size,
          width: width + 12,
          height: style.size + 8,
          // A city is large enough for its name to be farther from its middle.
          spots: spotsAround(style.size + 8, place.kind === 'city' ? 80 : undefined),
          paint: (target, x, y, { dy }) => {
            useStyle(target, style);
            drawWords(target, text, x, y + dy);
          },
        });
      });
      const ofAreas = areas.flatMap((area) => {
        const space = area.room * view.scale;
        const style: LabelStyle = {
          size: 11,
          weight: 500,
          color: area.kind === 'water' ? colors.labelWater : colors.labelPark,
          halo: colors.labelHalo,
        };
        const width = measure(context, area.name, style);
        if (view.zoom < 12 || width > space * 3.4) return [];
        return placeAt(view, room, {
          at: area,
          words: width,
          size: style.size,
          width: width + 8,
          height: style.size + 8,
          // A name beside its water or park would name something else.
          spots: [{ dx: 0, dy: 0 }],
          paint: (target, x, y) => {
            useStyle(target, style);
            drawWords(target, area.name, x, y);
          },
        });
      });
      return [...ofPlaces, ...ofAreas, ...roads.place(context, view, room, colors)];
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
