import type { Path } from '../geometry';
import type { RoadClass } from '../streets';

/** A road as it is laid out, before crossings are found. */
export interface Line {
  readonly class: RoadClass;
  readonly name: string;
  /** Speed limit in km/h. */
  readonly limit: number;
  /** In meters around the city's center. */
  readonly path: Path;
  /** Motorways meet avenues, other motorways and their own slip roads; everything else passes. */
  readonly meetsMotorways: boolean;
}

/** Whether two roads that cross share a junction (or pass over each other). */
export function doMeet(a: Line, b: Line): boolean {
  if (a.class === 'motorway') return b.meetsMotorways;
  if (b.class === 'motorway') return a.meetsMotorways;
  return true;
}
