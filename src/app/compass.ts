/** Eight points of the compass, clockwise from north; `app.compass` names them. */
const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** A point of the compass. */
export type CompassPoint = (typeof compassPoints)[number];

/** The point of the compass nearest to a heading in degrees. */
export function compassPoint(heading: number): CompassPoint {
  return compassPoints[((Math.round(heading / 45) % 8) + 8) % 8] ?? 'n';
}
