import type { Motion } from '../fixes';
import type { Place } from './longitudes';
import { metersBetween } from './sphere';

/** What a device told of how its vehicle moves. */
export interface MotionReport {
  /** km/h; null where it told none. */
  speed: number | null;
  ignition: boolean | null;
}

/**
 * With the ignition off a slower speed is a receiver that wanders, km/h: a tow or a ferry is
 * faster.
 */
export const DRIFT_SPEED = 10;

/** A vehicle that is found this close by has stayed where it was, meters. */
export const STAY_RADIUS = 150;

/** The same with the ignition off and hardly any speed, when a receiver indoors wanders far. */
export const WANDER_RADIUS = 500;

/**
 * Whether a vehicle moves by its speed.
 * @param movingSpeed km/h from which it does, by the service profile (`motion.movingFromKmh`)
 */
export function isMoving({ speed, ignition }: MotionReport, movingSpeed: number): boolean {
  const least = ignition === false ? Math.max(movingSpeed, DRIFT_SPEED) : movingSpeed;
  return speed !== null && speed >= least;
}

/**
 * What a vehicle does, live and in a replay alike. Speed decides, ignition tells idling from
 * parked; a vehicle that moves with its ignition off is towed or ferried, and moves all the same.
 * @param movingSpeed km/h, by the service profile
 */
export function motionOf(report: MotionReport | null, movingSpeed: number): Motion {
  if (report === null) return 'unknown';
  if (isMoving(report, movingSpeed)) return 'moving';
  if (report.ignition === false) return 'parked';
  if (report.speed === null) return 'unknown';
  // Standing still without word of the ignition: parked is what devices without that wire mean.
  return report.ignition === true ? 'idling' : 'parked';
}

/**
 * Whether a vehicle that stood at a place still stands there by a later report: by its speed, or
 * by its place where it told no speed, and near enough either way.
 * @param movingSpeed km/h, by the service profile
 */
export function staysAt(stay: Place, report: MotionReport & Place, movingSpeed: number): boolean {
  if (isMoving(report, movingSpeed)) return false;
  const isOff = report.ignition === false;
  return metersBetween(stay, report) <= (isOff ? WANDER_RADIUS : STAY_RADIUS);
}
