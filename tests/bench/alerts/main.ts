import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Polygon } from 'geojson';
import { metersOutside, prepareShape } from '@contract/rules/zone-geometry';
import type { Zone, ZoneShape } from '@contract/zones';
import { ZoneIndex } from '@core/zones/zone-index';
import { ZoneWatch } from '@core/zones/zone-watch';
import { printResult } from '../print-result';
import { seeded } from '../seeded';

/**
 * What it takes to judge one fix against 1,000 zones, the way since the fix before included, beside
 * a test of the place alone against every zone with turf.
 */

const SEED = 1;
const ZONES = 1_000;
const FIXES = 500;
const ROUNDS = 7;
/** A pass of ours is too short to be measured alone. */
const PASSES = 20;
const AIM = 1 / 20;
/** Degrees: a city and the country around it. */
const AREA = { south: -10.6, west: -48.7, size: 1 };
const VEHICLES = 50;
/** Corners of the polygons that stand for circles. */
const CORNERS = 32;
const METERS_A_DEGREE = 111_195;

const fraction = seeded(SEED);
const between = (least: number, most: number): number => least + (most - least) * fraction();
const place = () => ({
  latitude: AREA.south + between(0, AREA.size),
  longitude: AREA.west + between(0, AREA.size),
});

type Place = ReturnType<typeof place>;

function around(center: Place, meters: number, corners: number, waver: number): Place[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const degrees = (meters / METERS_A_DEGREE) * (1 + between(-waver, waver));
    return {
      latitude: center.latitude + Math.sin(angle) * degrees,
      longitude: center.longitude + Math.cos(angle) * degrees,
    };
  });
}

/** Half of the zones are circles, the others polygons of some dozen corners. */
function makeZone(index: number): { zone: Zone; polygon: Polygon } {
  const center = place();
  const meters = between(150, 3_000);
  const isCircle = index % 2 === 0;
  const corners = isCircle
    ? around(center, meters, CORNERS, 0)
    : around(center, meters, Math.round(between(6, 40)), 0.3);
  const shape: ZoneShape = isCircle
    ? { kind: 'circle', center, radius: meters }
    : { kind: 'polygon', corners };
  const ring = [...corners, ...corners.slice(0, 1)].map(({ longitude, latitude }) => [
    longitude,
    latitude,
  ]);
  const look = { name: `Zone ${String(index)}`, color: '#2F5BD0', group: null, isShown: true };
  const polygon: Polygon = { type: 'Polygon', coordinates: [ring] };
  return { zone: { id: `zone-${String(index)}`, ...look, shape }, polygon };
}

const zones = Array.from({ length: ZONES }, (_, index) => makeZone(index));
const index = new ZoneIndex();
for (const { zone } of zones) index.set(zone);

/** Vehicles drive on by some hundred meters from fix to fix. */
const vehicles = Array.from({ length: VEHICLES }, place);
const fixes = Array.from({ length: FIXES }, (_, number) => {
  const vehicle = number % VEHICLES;
  const before = vehicles[vehicle] ?? place();
  const now = {
    latitude: before.latitude + between(-0.005, 0.005),
    longitude: before.longitude + between(-0.005, 0.005),
  };
  vehicles[vehicle] = now;
  return { ...now, vehicleId: `vehicle-${String(vehicle)}`, at: number * 1_000 };
});

/** Microseconds of processor time that a fix takes: others may use the machine, too. */
function timeOf(passes: number, work: () => void): number {
  const start = process.cpuUsage();
  for (let pass = 0; pass < passes; pass++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / (passes * FIXES);
}

function countInside(): number {
  let count = 0;
  for (const { longitude, latitude } of fixes) {
    for (const { polygon } of zones) {
      if (booleanPointInPolygon([longitude, latitude], polygon)) count += 1;
    }
  }
  return count;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
}

let crossings = 0;
let inside = 0;
const ours: number[] = [];
const turfs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(
    timeOf(PASSES, () => {
      const watch = new ZoneWatch(index);
      crossings = 0;
      for (const { vehicleId, ...fix } of fixes) {
        crossings += watch.takeFix(vehicleId, fix).length;
      }
    }),
  );
  turfs.push(
    timeOf(1, () => {
      inside = countInside();
    }),
  );
}

// Both have to mean the same, or the ratio means nothing. A circle's polygon is a little smaller.
const meant = zones.map(({ zone }) => prepareShape(zone.shape));
const truly = fixes.reduce(
  (sum, fix) => sum + meant.filter((shape) => metersOutside(shape, fix) === 0).length,
  0,
);
if (Math.abs(truly - inside) > truly / 20) {
  throw new Error(`Inside of ${String(truly)} zones by one, of ${String(inside)} by the other.`);
}

printResult('alerts', {
  aims: { judgeRatioTurf: median(ours) / median(turfs) },
  figures: {
    targets: { judgeRatioTurf: `<= ${String(AIM)}` },
    ...{ seed: SEED, rounds: ROUNDS, zones: ZONES, fixes: FIXES },
    ...{ microsecondsAFix: median(ours), turfMicrosecondsAFix: median(turfs) },
    ...{ crossings, inside },
  },
  versions: { '@turf/boolean-point-in-polygon': '7.4.0' },
});
