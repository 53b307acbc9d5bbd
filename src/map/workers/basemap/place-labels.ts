import type { Streets } from '@contract/streets';
import type names from '@resources/basemap/places.json';
import { worldX, worldY } from '../../core/projection';
import type { DrawnView } from '../zoom-glide';
import {
  drawWords,
  isNearView,
  measure,
  placeAt,
  spotsAround,
  useStyle,
  type Context,
  type LabelStyle,
  type Named,
  type NameRoom,
  type PlacedLabel,
  type Spot,
} from './label';
import type { BasemapColors } from './messages';

/** Countries and towns of the world in columns, the larger towns first. */
export type WorldNames = typeof names;

type Country = Named & { room: number };
type Town = Named & { thousands: number; capital: boolean };

/** Inhabitants in thousands from which a town is named, by zoom. */
const namedFrom = [9000, 9000, 9000, 6000, 2500, 900, 250, 80, 25, 8, 1];

/** Name of a country in the reader's language; Natural Earth's own where the system knows none. */
export function countryName(id: string, fallback: string, locale: string): string {
  if (id === '') return fallback;
  try {
    const region = new Intl.Locale(`und-${id}`).region;
    // ZZ is the region of numbers that stand for none.
    if (region === 'ZZ') return fallback;
    const name = region && new Intl.DisplayNames(locale, { type: 'region' }).of(region);
    return name && name !== region ? name : fallback;
  } catch {
    return fallback;
  }
}

function readTowns({ places }: WorldNames): Town[] {
  const capitals = new Set(places.capitals);
  return places.name.map((name, index) => ({
    name,
    x: worldX(places.longitude[index] ?? 0),
    y: worldY(places.latitude[index] ?? 0),
    thousands: places.thousands[index] ?? 0,
    capital: capitals.has(index),
  }));
}

function readCountries(countries: WorldNames['countries'], locale: string): Country[] {
  return countries.name.map((name, index) => ({
    name: countryName(countries.id[index] ?? '', name, locale),
    x: worldX(countries.longitude[index] ?? 0),
    y: worldY(countries.latitude[index] ?? 0),
    room: (countries.room[index] ?? 0) / 1e6,
  }));
}

/** Names of countries and towns of the world. */
export type WorldLabels = {
  setLocale(locale: string): void;
  /** Towns inside these boxes are left out: something else names what is there. */
  setHoles(boxes: readonly Streets['bbox'][]): void;
  place(context: Context, view: DrawnView, room: NameRoom, colors: BasemapColors): PlacedLabel[];
};

/** @param names of which only those of countries are kept: they are read again in other languages */
export function createWorldLabels(names: WorldNames): WorldLabels {
  const towns = readTowns(names);
  const { countries: known } = names;
  let countries = readCountries(known, 'en');
  let holes: readonly { west: number; east: number; north: number; south: number }[] = [];

  const isInHole = ({ x, y }: Named) =>
    holes.some(({ west, east, north, south }) => {
      // East of the date line an area goes on beyond 1.
      return ((x > west && x < east) || x + 1 < east) && y > north && y < south;
    });

  function placeCountries(
    context: Context,
    view: DrawnView,
    room: NameRoom,
    colors: BasemapColors,
  ): PlacedLabel[] {
    if (view.zoom > 8) return [];
    const placed: PlacedLabel[] = [];
    for (const country of countries) {
      const space = country.room * view.scale;
      if (space < 7) break;
      const style: LabelStyle = {
        size: space > 90 ? 13 : 11,
        weight: 600,
        spacing: space > 90 ? 2 : 1,
        color: colors.labelCountry,
        halo: colors.labelHalo,
      };
      const text = country.name.toLocaleUpperCase();
      const width = measure(context, text, style);
      // Beyond its borders a name is unclear; a little over is what every atlas allows itself.
      if (width > space * 4.5) continue;
      const label = placeAt(view, room, {
        at: country,
        words: width,
        size: style.size,
        width,
        height: style.size + 8,
        spots: spotsAround(style.size + 8),
        paint: (target, x, y, { dy }) => {
          useStyle(target, style);
          drawWords(target, text, x, y + dy);
        },
      });
      placed.push(...label);
    }
    return placed;
  }

  function placeTowns(
    context: Context,
    view: DrawnView,
    room: NameRoom,
    colors: BasemapColors,
  ): PlacedLabel[] {
    const least = namedFrom[Math.min(namedFrom.length - 1, Math.floor(view.zoom))] ?? 1;
    // A capital is named early, but a very small one not before the towns around it.
    const leastCapital = view.zoom >= 4 ? least / 12 : least;
    // Far out names keep a distance, so that dense regions do not turn into lists.
    const spread = view.zoom < 10 ? 22 : 0;
    const placed: PlacedLabel[] = [];
    for (const town of towns) {
      if (town.thousands < (town.capital ? leastCapital : least)) continue;
      if (!isNearView(view, town) || isInHole(town)) continue;
      const isLarge = town.capital || town.thousands >= least * 8;
      const style: LabelStyle = {
        size: isLarge && view.zoom >= 5 ? 13 : 12,
        weight: isLarge ? 600 : 500,
        color: isLarge ? colors.labelCity : colors.labelPlace,
        halo: colors.labelHalo,
      };
      const width = measure(context, town.name, style);
      const hasDot = view.zoom < 11;
      const height = style.size + 7 + spread / 2;
      const label = placeAt(view, room, {
        at: town,
        words: width,
        size: style.size,
        width: width + (hasDot ? 12 : 4) + spread,
        height,
        spots: hasDot ? spotsBeside(width) : spotsAround(height),
        paint: (target, x, y, { dx, dy }) => {
          useStyle(target, style);
          if (hasDot) drawDot(target, x, y, town.capital ? 3 : 2.25, style);
          drawWords(target, town.name, x + dx, y + dy);
        },
      });
      placed.push(...label);
    }
    return placed;
  }

  return {
    setLocale(locale) {
      countries = readCountries(known, locale);
    },
    setHoles(boxes) {
      holes = boxes.map(([west, south, east, north]) => ({
        west: worldX(west),
        south: worldY(south),
        east: worldX(east),
        north: worldY(north),
      }));
    },
    place: (context, view, room, colors) => [
      ...placeCountries(context, view, room, colors),
      ...placeTowns(context, view, room, colors),
    ],
  };
}

/** To the right of its dot, or else to the left; the room holds dot and words. */
function spotsBeside(width: number): Spot[] {
  return [1, -1].map((side) => ({
    dx: side * (width / 2 + 7),
    dy: 0,
    roomDx: side * (width / 2 + 4),
  }));
}

function drawDot(context: Context, x: number, y: number, radius: number, style: LabelStyle) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fillStyle = style.halo;
  context.strokeStyle = style.color;
  context.lineWidth = 1.25;
  context.fill();
  context.stroke();
  context.fillStyle = style.color;
  context.strokeStyle = style.halo;
  context.lineWidth = 3;
}
