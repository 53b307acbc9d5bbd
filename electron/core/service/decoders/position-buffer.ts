/** Positions of a track as columns, in the order in which they came. */
export interface Positions {
  readonly count: number;
  /** Epoch milliseconds. The columns may be longer than `count`. */
  readonly at: Float64Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /** km/h; NaN where the service told none. */
  readonly speed: Float32Array;
  /** Degrees clockwise from north; NaN where the service told none. */
  readonly heading: Float32Array;
  /** 0 off, 1 on, 2 unknown. */
  readonly ignition: Uint8Array;
}

/** One position on its way into the columns. */
export interface Position {
  at: number;
  latitude: number;
  longitude: number;
  speed: number | null;
  heading: number | null;
  ignition: boolean | null;
}

const FIRST_CAPACITY = 1024;

/** Columns that grow: a day of 86,400 positions leaves no object behind for each of them. */
export class PositionBuffer implements Positions {
  count = 0;
  at = new Float64Array(FIRST_CAPACITY);
  latitude = new Float64Array(FIRST_CAPACITY);
  longitude = new Float64Array(FIRST_CAPACITY);
  speed = new Float32Array(FIRST_CAPACITY);
  heading = new Float32Array(FIRST_CAPACITY);
  ignition = new Uint8Array(FIRST_CAPACITY);

  add(position: Position): void {
    if (this.count === this.at.length) this.#grow();
    const place = this.count++;
    this.at[place] = position.at;
    this.latitude[place] = position.latitude;
    this.longitude[place] = position.longitude;
    this.speed[place] = position.speed ?? NaN;
    this.heading[place] = position.heading ?? NaN;
    this.ignition[place] = position.ignition === null ? 2 : Number(position.ignition);
  }

  #grow(): void {
    const capacity = this.at.length * 2;
    this.at = copyInto(new Float64Array(capacity), this.at);
    this.latitude = copyInto(new Float64Array(capacity), this.latitude);
    this.longitude = copyInto(new Float64Array(capacity), this.longitude);
    this.speed = copyInto(new Float32Array(capacity), this.speed);
    this.heading = copyInto(new Float32Array(capacity), this.heading);
    this.ignition = copyInto(new Uint8Array(capacity), this.ignition);
  }
}

function copyInto<T extends Float64Array | Float32Array | Uint8Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
