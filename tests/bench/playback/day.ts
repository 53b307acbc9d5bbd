import type { Track } from '@contract/trajectories';
import { seeded } from '../seeded';

/** A day with a fix a second, and a month with one each 30 s: 86,400 of them either way. */

const SEED = 1;
const FIXES = 86_400;
const DEGREES_A_METER = 1 / 111_195;
const dayFrom = Date.UTC(2026, 2, 10, 3);

/**
 * A vehicle that winds through a city all the time, faster and slower, with a stop now and then.
 * @param seconds between two fixes
 */
export function drive(seconds: number): Track {
  const fraction = seeded(SEED);
  const columns = {
    at: new Float64Array(FIXES),
    latitude: new Float64Array(FIXES),
    longitude: new Float64Array(FIXES),
    speed: new Float32Array(FIXES),
    heading: new Float32Array(FIXES),
    ignition: new Uint8Array(FIXES).fill(1),
    flags: new Uint8Array(FIXES),
  };
  let latitude = -23.55;
  let longitude = -46.63;
  let heading = 90;
  let speed = 0;
  for (let index = 0; index < FIXES; index += 1) {
    const isResting = Math.floor(index / 600) % 12 === 11;
    const wanted = isResting ? 0 : 30 + 25 * Math.sin(index / 97) + 10 * fraction();
    speed += Math.max(-6, Math.min(4, wanted - speed));
    // Turned back to the middle of the town, so that the day fits one view.
    const isFar = Math.hypot(latitude + 23.55, longitude + 46.63) > 0.12;
    heading += isFar ? 3 : 16 * (fraction() - 0.5);
    const meters = (speed / 3.6) * seconds;
    latitude += Math.cos((heading * Math.PI) / 180) * meters * DEGREES_A_METER;
    longitude += Math.sin((heading * Math.PI) / 180) * meters * DEGREES_A_METER;
    columns.at[index] = dayFrom + index * seconds * 1000;
    columns.latitude[index] = latitude;
    columns.longitude[index] = longitude;
    columns.speed[index] = speed;
    columns.heading[index] = ((heading % 360) + 360) % 360;
  }
  return {
    vehicleId: 'vehicle00000001',
    day: '2026-03-10',
    timeZone: 'America/Sao_Paulo',
    ...{ dayFrom, dayTo: dayFrom + FIXES * seconds * 1000, serviceDay: null, devices: [] },
    ...{ columns, implausible: [], movingSpeed: 3, gaps: [] },
    ...{ stops: [], alarms: [], segments: [] },
    summary: {
      ...{ day: '2026-03-10', duration: 79_200, distance: 700_000 },
      ...{ topSpeed: 65, averageSpeed: 32, stops: 12, stopDuration: 7_200, alarms: 0 },
    },
    ...{ unread: [], unreadCount: 0, drives: { told: 0, read: 0 }, raw: null },
  };
}
