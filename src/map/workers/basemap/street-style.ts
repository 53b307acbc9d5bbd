import type { Streets } from '@contract/streets';

export type RoadClass = Streets['roads'][number]['class'];

/** Widths in CSS pixels by the zoom they hold at; between two they grow evenly in proportion. */
type Widths = readonly (readonly [zoom: number, width: number])[];

/** How a class of roads is drawn. */
export type RoadStyle = {
  /** Not drawn below this zoom. */
  from: number;
  widths: Widths;
  /** Width of the edge on each side; none below `casedFrom`. */
  casing: number;
  casedFrom: number;
  /** Names are written along it from this zoom on. */
  namedFrom: number;
};

export const roadStyles: Readonly<Record<RoadClass, RoadStyle>> = {
  track: {
    from: 13.5,
    widths: [
      [14, 0.8],
      [16, 1.4],
      [18, 3],
    ],
    casing: 0,
    casedFrom: 99,
    namedFrom: 17,
  },
  street: {
    from: 13,
    widths: [
      [13, 0.9],
      [14, 2],
      [15, 4],
      [16, 7],
      [17, 12],
      [18, 20],
    ],
    casing: 0.8,
    casedFrom: 14,
    namedFrom: 16,
  },
  avenue: {
    from: 10,
    widths: [
      [10, 0.6],
      [12, 1.5],
      [13, 2.6],
      [14, 4.5],
      [15, 7.5],
      [16, 11],
      [17, 17],
      [18, 28],
    ],
    casing: 0.9,
    casedFrom: 13,
    namedFrom: 14,
  },
  motorway: {
    from: 7,
    widths: [
      [7, 0.7],
      [10, 1.6],
      [12, 3.2],
      [13, 4.4],
      [14, 6.5],
      [15, 9.5],
      [16, 14],
      [17, 21],
      [18, 34],
    ],
    casing: 1.1,
    casedFrom: 11,
    namedFrom: 12,
  },
};

/** Classes as they are drawn on each other, the lowest first. */
export const roadOrder: readonly RoadClass[] = ['track', 'street', 'avenue', 'motorway'];

/** Width at a zoom in CSS pixels. */
export function widthAt(widths: Widths, zoom: number): number {
  const above = widths.findIndex(([at]) => at >= zoom);
  const next = widths[above] ?? widths.at(-1);
  if (!next) return 0;
  const before = above === -1 ? next : widths[above - 1];
  if (!before || before === next) return next[1] * 2 ** (above === -1 ? (zoom - next[0]) * 0.8 : 0);
  const part = (zoom - before[0]) / (next[0] - before[0]);
  return before[1] * (next[1] / before[1]) ** part;
}
