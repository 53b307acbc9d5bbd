import type { Track } from '@contract/trajectories';
import { seeded } from '../seeded';

/** One day with a fix a second: 86,400. */

const SEED = 1;
const SECONDS = 86_400;
const DEGREES_A_METER = 1 / 111_195;
const dayFrom = Date.UTC(2026, 2, 10, 3);

/** A vehicle that winds through a city all day, faster and slower, with a stop now and then. */
export function wholeDay(): Track {
  const fraction = seeded(SEED);
  const columns = {
    at: new Float64Array(SECONDS),
    latitude: new Float64Array(SECONDS),
    longitude: new Float64Array(SECONDS),
    speed: new Float32Array(SECONDS),
    heading: new Float32Array(SECONDS),
    ignition: new Uint8Array(SECONDS).fill(1),
    flags: new Uint8Array(SECONDS),
  };
  let latitude = -23.55;
  let longitude = -46.63;
  let heading = 90;
  let speed = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    const isResting = Math.floor(second / 600) % 12 === 11;
    const wanted = isResting ? 0 : 30 + 25 * Math.sin(second / 97) + 10 * fraction();
    speed += Math.max(-6, Math.min(4, wanted - speed));
    // Turned back to the middle of the town, so that the day fits one view.
    const isFar = Math.hypot(latitude + 23.55, longitude + 46.63) > 0.12;
    heading += isFar ? 3 : 16 * (fraction() - 0.5);
    const meters = speed / 3.6;
    latitude += Math.cos((heading * Math.PI) / 180) * meters * DEGREES_A_METER;
    longitude += Math.sin((heading * Math.PI) / 180) * meters * DEGREES_A_METER;
    columns.at[second] = dayFrom + second * 1000;
    columns.latitude[second] = latitude;
    columns.longitude[second] = longitude;
    columns.speed[second] = speed;
    columns.heading[second] = ((heading % 360) + 360) % 360;
  }
  return {
    vehicleId: 'vehicle00000001',
    day: '2026-03-10',
    timeZone: 'America/Sao_Paulo',
    ...{ dayFrom, dayTo: dayFrom + SECONDS * 1000, serviceDay: null, devices: [] },
    ...{ columns, implausible: [], movingSpeed: 3, gaps: [] },
    ...{ stops: [], alarms: [], segments: [] },
    summary: {
      ...{ day: '2026-03-10', duration: 79_200, distance: 700_000 },
      ...{ topSpeed: 65, averageSpeed: 32, stops: 12, stopDuration: 7_200, alarms: 0 },
    },
    ...{ unread: [], unreadCount: 0, drives: { told: 0, read: 0 }, raw: null },
  };
}
