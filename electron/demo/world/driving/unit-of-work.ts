import { toLat, toLng } from '../city/projection';
import { fraction, RandomStream } from '../random';
import { drive, momentOf, type Drive, type DrivingStyle } from './drive';
import { IGNITION_OFF, IGNITION_ON, NO_ALARM, packFixes, type FixRow, type Fixes } from './fixes';
import { DAY_SECONDS, startOfDay, weekdayOf } from './local-time';
import { workOf } from './missions';
import type { Places } from './places';
import type { RoadGraph, Spot } from './road-graph';
import type { Router } from './router';
import type { Mission, Traits } from './traits';

/**
 * A vehicle's life is cut into units of 24 hours that begin and end parked at home, at an hour
 * that is the vehicle's own. A unit is a pure function of seed, vehicle and number, so any
 * calendar day can be told from the two units it touches, and vehicles still drive at midnight.
 */
export function unitStart(seed: number, traits: Traits, unit: number): number {
  return startOfDay(unit) + firstHour(seed, traits) * 3600;
}

function firstHour(seed: number, traits: Traits): number {
  switch (traits.shift) {
    case 'day':
      return 4;
    case 'night':
      return 14;
    case 'round-the-clock': {
      // Crews change at all hours, so that the fleet never stands still together; those with a
      // single crew mostly begin in the morning.
      const hour = Math.floor(fraction(seed, 1101, traits.vehicle) * 96) / 4;
      const isEarly = !RESTLESS.has(traits.mission) && fraction(seed, 1108, traits.vehicle) < 0.25;
      return isEarly ? 5.5 + hour / 12 : hour;
    }
  }
}

/** The unit in which an instant is. */
export function unitOf(seed: number, traits: Traits, instant: number): number {
  return Math.floor((instant - unitStart(seed, traits, 0)) / DAY_SECONDS);
}

export interface Roads {
  readonly seed: number;
  readonly graph: RoadGraph;
  readonly router: Router;
  readonly places: Places;
}

/** All fixes that a vehicle's device sends in one unit. */
export function driveUnit(roads: Roads, traits: Traits, unit: number): Fixes {
  return new UnitOfWork(roads, traits, unit).record();
}

/** A stop that is shorter than this, in seconds, is part of a trip. */
export const SHORTEST_STOP = 120;
/** Seconds before a device raises the alarm of speeding again. */
const SPEEDING_PAUSE = 900;
/** Missions that crews take over from each other; all others leave the vehicle to rest. */
const RESTLESS: ReadonlySet<Mission> = new Set(['bus', 'patrol', 'haul']);
/** km/h of those who tow implements from field to field. */
const FIELD_SPEED = 18;
const LANE = 2.5;
const IDLE_INTERVAL = 90;

class UnitOfWork {
  readonly #random: RandomStream;
  readonly #rows: FixRow[] = [];
  readonly #start: number;
  readonly #end: number;
  readonly #phase: number;
  /** Percent an hour, without the ignition and with it. */
  readonly #drain: number;
  readonly #charge: number;
  /** One of the few whose alarms make up most of a fleet's. */
  readonly #isReckless: boolean;
  #battery: number;
  #batteryAt: number;
  #isBatteryLow = false;
  #trip = -1;
  #lastSpeeding = 0;

  constructor(
    readonly roads: Roads,
    readonly traits: Traits,
    readonly unit: number,
  ) {
    const { seed } = roads;
    this.#random = new RandomStream(seed, 1102, traits.vehicle, unit);
    this.#start = unitStart(seed, traits, unit);
    this.#end = this.#start + DAY_SECONDS;
    this.#phase = Math.floor(fraction(seed, 1103, traits.vehicle) * 3600);
    const isWeak = fraction(seed, 1104, traits.vehicle) < 0.06;
    this.#isReckless = fraction(seed, 1106, traits.vehicle) < 0.08;
    this.#drain = isWeak ? 4.2 : 0.25;
    this.#charge = isWeak ? 2.5 : 14;
    this.#battery = isWeak ? this.#random.between(26, 52) : this.#random.between(94, 100);
    this.#batteryAt = this.#start;
  }

  record(): Fixes {
    const home = this.roads.places.homeOf(this.traits.fleet, this.traits.vehicle);
    const window = this.#workWindow();
    let spot = home;
    let time = this.#start;
    if (window) {
      const work = workOf(
        this.roads.seed,
        this.traits,
        this.unit,
        this.roads.places,
        this.roads.graph,
      );
      let nextBreak = window.from + this.#random.between(2, 4) * 3600;
      time = this.#stand(spot, time, window.from, true);
      while (time < window.to) {
        const errand = work.next();
        const trip = this.#plan(spot, errand.to);
        time = this.#travel(trip, time);
        spot = errand.to;
        let stay = errand.stay;
        let isOff = errand.ignitionOff;
        if (time > nextBreak) {
          // A meal, fuel, or the next driver.
          stay = this.#random.between(1200, 2100);
          nextBreak = time + stay + this.#random.between(2.5, 4.5) * 3600;
          isOff = true;
        }
        const leave = Math.max(time, Math.min(time + stay, window.to + 900));
        time = this.#stand(spot, time, leave, isOff);
      }
      // The last way home must end within the unit: the next one begins there.
      const homeward = this.#plan(spot, home);
      if (time + homeward.duration < this.#end - 30) {
        time = this.#travel(homeward, time);
        spot = home;
      }
    }
    this.#stand(spot, time, this.#end, true);
    return packFixes(this.#withoutGaps());
  }

  #workWindow(): { from: number; to: number } | null {
    const random = new RandomStream(this.roads.seed, 1105, this.traits.vehicle, this.unit);
    const at = (hour: number): number => startOfDay(this.unit) + hour * 3600;
    const weekday = weekdayOf(this.unit);
    switch (this.traits.shift) {
      case 'day': {
        const isWeekend = weekday === 0 || weekday === 6;
        if (isWeekend && (this.traits.vehicle + this.unit) % 8 === 0) return null;
        return { from: at(random.between(5.4, 7.9)), to: at(random.between(16.6, 19.4)) };
      }
      case 'night':
        if (random.chance(0.04)) return null;
        return { from: at(random.between(17.2, 19.4)), to: at(random.between(29.4, 31.6)) };
      case 'round-the-clock': {
        const from = this.#start + random.between(120, 900);
        if (RESTLESS.has(this.traits.mission))
          return { from, to: from + random.between(17, 19) * 3600 };
        return { from, to: from + random.between(9.5, 11.5) * 3600 };
      }
    }
  }

  #plan(from: Spot, to: Spot): Drive {
    const { graph, router } = this.roads;
    const isHurried = this.#random.chance(this.#isReckless ? 0.06 : 0.006);
    const style: DrivingStyle = {
      // Traffic rarely lets anyone drive at the limit.
      eagerness: isHurried ? this.#random.between(1.14, 1.3) : this.#random.between(0.38, 0.64),
      topSpeed: Math.min(this.traits.topSpeed, this.#fastest()),
      redLights: this.traits.shift === 'day' ? 0.14 : 0.08,
      busStopEvery: this.traits.mission === 'bus' ? 640 : 0,
    };
    return drive(graph, router, from, to, style, this.#random);
  }

  /** km/h that the driver dares, whatever the vehicle could. */
  #fastest(): number {
    if (this.traits.mission === 'farm') return FIELD_SPEED;
    return this.#isReckless ? 126 : 108;
  }

  /** Records a drive; answers the instant of arrival. */
  #travel(trip: Drive, departure: number): number {
    const last = this.#rows[this.#rows.length - 1];
    if (!last || last.trip < 0) this.#trip += 1;
    const arrival = departure + trip.duration;
    const alarms = this.#harshMoments(trip, departure);
    const { interval } = this.traits;
    let next = Math.ceil((departure - this.#phase) / interval) * interval + this.#phase;
    if (next <= departure) next += interval;
    this.#push(trip, departure, Math.ceil(departure), NO_ALARM, 0);
    while (next < arrival) {
      const alarm = alarms[0];
      if (alarm && alarm.act <= next) {
        alarms.shift();
        this.#push(trip, departure, alarm.act, alarm.tag, 0);
        if (alarm.act === next) next += interval;
        continue;
      }
      this.#push(trip, departure, next, NO_ALARM, 0);
      next += interval;
    }
    this.#push(trip, departure, Math.ceil(arrival), NO_ALARM, 0);
    return Math.ceil(arrival);
  }

  #harshMoments(trip: Drive, departure: number): { act: number; tag: number }[] {
    const moments: { act: number; tag: number }[] = [];
    const count = trip.pieces.length / 4;
    if (count < 6 || !this.#random.chance(this.#isReckless ? 0.03 : 0.005)) return moments;
    const wanted = this.#random.chance(0.5) ? -1 : 1;
    const first = this.#random.integer(0, count - 1);
    for (let k = 0; k < count; k += 1) {
      const i = ((first + k) % count) * 4;
      const speed = trip.pieces[i + 2] ?? 0;
      const change = trip.pieces[i + 3] ?? 0;
      if (Math.sign(change) !== wanted || (wanted < 0 && speed < 8)) continue;
      const act = Math.ceil(departure + (trip.pieces[i] ?? 0)) + 1;
      if (act <= departure + 2 || act >= departure + trip.duration - 2) continue;
      const isCorner = wanted < 0 && this.#random.chance(0.3);
      moments.push({ act, tag: isCorner ? 4 : wanted < 0 ? 2 : 3 });
      break;
    }
    return moments;
  }

  #push(trip: Drive, departure: number, act: number, alarm: number, event: number): void {
    const moment = momentOf(trip, act - departure);
    const { graph } = this.roads;
    const speed = Math.round(moment.speed * 3.6);
    const { limit } = graph.edge(moment.edge);
    let tag = alarm;
    if (tag === NO_ALARM && speed > limit * 1.1 + 3 && act - this.#lastSpeeding > SPEEDING_PAUSE) {
      this.#lastSpeeding = act;
      tag = 1;
    }
    this.#add({
      act,
      // On the right-hand lane, so that the two directions of a road are seen apart.
      x: moment.x + Math.sin(moment.heading) * LANE,
      y: moment.y - Math.cos(moment.heading) * LANE,
      speed,
      heading: Math.round(90 - (moment.heading * 180) / Math.PI),
      ignition: true,
      alarm: tag,
      event,
      trip: this.#trip,
      edge: moment.edge,
    });
  }

  /** Records a stay from one instant to another; answers the latter. */
  #stand(spot: Spot, from: number, to: number, ignitionOff: boolean): number {
    const isShort = to - from < SHORTEST_STOP;
    const last = this.#rows[this.#rows.length - 1];
    const place = last ?? this.#placeOf(spot);
    const stay = (act: number, ignition: boolean, event: number): void => {
      if (act <= from || act >= to) return;
      this.#add({
        act,
        x: Number.NaN,
        y: Number.NaN,
        lng: place.lng,
        lat: place.lat,
        heading: place.heading,
        edge: place.edge,
        speed: 0,
        ignition,
        alarm: NO_ALARM,
        event,
        trip: isShort ? this.#trip : -1,
      });
    };
    const isParked = ignitionOff && !isShort;
    const offAt = Math.ceil(from) + (last ? this.#random.integer(8, 35) : 0);
    const onAt = Math.floor(to) - this.#random.integer(6, 40);
    if (isParked && last) stay(offAt, false, IGNITION_OFF);
    const pace = isParked ? 3600 : IDLE_INTERVAL;
    let next = Math.ceil((from - this.#phase) / pace) * pace + this.#phase;
    for (; next < to; next += pace) {
      if (!isParked) stay(next, true, 0);
      else if (next > offAt && (next < onAt || to >= this.#end)) stay(next, false, 0);
    }
    if (isParked && onAt > offAt && to < this.#end) stay(onAt, true, IGNITION_ON);
    return to;
  }

  #placeOf(spot: Spot): Pick<FixRow, 'lng' | 'lat' | 'heading' | 'edge'> {
    const { x, y } = this.roads.graph.locate(spot);
    return { lng: rounded(toLng(x)), lat: rounded(toLat(y)), heading: 0, edge: spot.edge };
  }

  #add(
    fix: Omit<FixRow, 'lng' | 'lat' | 'battery'> & {
      x: number;
      y: number;
      lng?: number;
      lat?: number;
    },
  ): void {
    const last = this.#rows[this.#rows.length - 1];
    if (last && last.act >= fix.act) return;
    const hours = (fix.act - this.#batteryAt) / 3600;
    this.#batteryAt = fix.act;
    const change = fix.ignition ? this.#charge * hours : -this.#drain * hours;
    this.#battery = Math.max(4, Math.min(100, this.#battery + change));
    let { alarm } = fix;
    if (this.#battery < 20 && !this.#isBatteryLow) alarm = 5;
    // Warned once, it keeps quiet until it was charged.
    this.#isBatteryLow = this.#battery < (this.#isBatteryLow ? 30 : 20);
    this.#rows.push({
      act: fix.act,
      lng: fix.lng ?? rounded(toLng(fix.x)),
      lat: fix.lat ?? rounded(toLat(fix.y)),
      speed: fix.speed,
      heading: ((fix.heading % 360) + 360) % 360,
      ignition: fix.ignition,
      battery: Math.round(this.#battery),
      alarm,
      event: fix.event,
      trip: fix.trip,
      edge: fix.edge,
    });
  }

  /** Without what is sent where there is no network, or while the device is out of order. */
  #withoutGaps(): FixRow[] {
    const random = new RandomStream(this.roads.seed, 1107, this.traits.vehicle, this.unit);
    const gap = random.chance(0.22)
      ? { from: this.#start + random.between(0, DAY_SECONDS), lasts: random.between(500, 5400) }
      : null;
    const hasPowerCut = gap !== null && random.chance(0.12);
    const kept = this.#rows.filter((row) => {
      if (gap && row.act >= gap.from && row.act < gap.from + gap.lasts) return false;
      return this.#isHeard(row);
    });
    if (hasPowerCut) {
      const after = kept.find((row) => row.act >= gap.from + gap.lasts);
      if (after && after.alarm === NO_ALARM) after.alarm = 6;
    }
    return kept;
  }

  #isHeard(row: FixRow): boolean {
    const edge = this.roads.graph.edge(row.edge);
    return this.roads.places.isCovered(edge.path[0] ?? 0, edge.path[1] ?? 0, edge.class);
  }
}

/** Devices tell their position in millionths of a degree. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
