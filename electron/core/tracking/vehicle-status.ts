/** Limits that turn a fix into a status; entries of the service profile. */
export interface StatusThresholds {
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
  /** Milliseconds of age up to which a fix is live. */
  live: number;
  /** Milliseconds of age up to which a fix is late, silent beyond. */
  late: number;
  /** The limit of silence for a parked vehicle, milliseconds. */
  parkedLate: number;
  /** Milliseconds after a look from which a state reads "not checked lately". */
  unchecked: number;
}
