import type { NameClass } from '@contract/tile-schemas/meaning';
import { drawWords, measure, placeAt, spotsAround, useStyle, type LabelStyle } from '../label';
import type { BasemapColors } from '../messages';
import { createRoadLabels } from '../road-labels';
import type { StreetLabels } from '../street-labels';
import type { NamesOnMap } from './tile-names';

/** Names of map sources: regions, towns, districts, waters and streets. */
export function createTileLabels({ points, roads }: NamesOnMap): StreetLabels {
  const ofRoads = createRoadLabels(roads);
  return {
    place(context, view, room, colors) {
      const ofPoints = points.flatMap((point) => {
        const style = styleOf(point.of, view.zoom, colors);
        if (!style) return [];
        const text = style.spacing ? point.name.toLocaleUpperCase() : point.name;
        const width = measure(context, text, style);
        const height = style.size + 8;
        return placeAt(view, room, {
          at: point,
          words: width,
          size: style.size,
          width: width + 12,
          height,
          // A name beside its water would name something else.
          spots: point.of === 'water' ? [{ dx: 0, dy: 0 }] : spotsAround(height),
          paint: (target, x, y, { dy }) => {
            useStyle(target, style);
            drawWords(target, text, x, y + dy);
          },
        });
      });
      return [...ofPoints, ...ofRoads.place(context, view, room, colors)];
    },
  };
}

/** Zoom levels, from and to, at which names of a class are shown, and how they look. */
function styleOf(of: NameClass, zoom: number, colors: BasemapColors): LabelStyle | null {
  const halo = colors.labelHalo;
  const within = (from: number, to: number) => zoom >= from && zoom <= to;
  switch (of) {
    // Countries are named by the world below, in the language of the app.
    case 'country':
    case 'road':
      return null;
    case 'region':
      if (!within(5, 8.5)) return null;
      return { size: 10.5, weight: 500, spacing: 1, color: colors.labelCountry, halo };
    case 'city':
      if (!within(4, 13.5)) return null;
      return { size: zoom < 9 ? 13 : 15, weight: 600, color: colors.labelCity, halo };
    case 'town':
      if (!within(7, 15)) return null;
      return { size: 12.5, weight: 600, color: colors.labelPlace, halo };
    case 'village':
      if (!within(10, 16.5)) return null;
      return { size: 12, weight: 500, color: colors.labelPlace, halo };
    case 'district':
      if (!within(12.5, 16.5)) return null;
      return { size: 10.5, weight: 500, spacing: 0.9, color: colors.labelDistrict, halo };
    case 'water':
      if (!within(8, 18)) return null;
      return { size: 11, weight: 500, color: colors.labelWater, halo };
  }
}
