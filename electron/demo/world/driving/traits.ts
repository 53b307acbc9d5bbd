/** When a vehicle works; `round-the-clock` for hours that begin at any time of the day. */
export type Shift = 'day' | 'night' | 'round-the-clock';

/** What it works at. */
export type Mission =
  'delivery' | 'courier' | 'haul' | 'service' | 'patrol' | 'bus' | 'farm' | 'yard';

/** What driving needs to know of a vehicle. */
export interface Traits {
  readonly vehicle: number;
  /** The fleet it belongs to; vehicles of a fleet share depots. */
  readonly fleet: number;
  readonly shift: Shift;
  readonly mission: Mission;
  /** km/h */
  readonly topSpeed: number;
  /** Seconds between fixes while it moves. */
  readonly interval: number;
}
