/** How long a vehicle takes from one fix to the next on the map, milliseconds. */
export const glideDuration = 600;

/** The same quadratic easing as Leaflet's pan, so that map and followed vehicle move together. */
export function easeGlide(part: number): number {
  if (part <= 0) return 0;
  if (part >= 1) return 1;
  return 1 - (1 - part) ** 2;
}

/** A heading a part of the way from one to another, the short way round; degrees. */
export function headingBetween(from: number, to: number, part: number): number {
  if (Number.isNaN(from)) return to;
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return (((from + turn * part) % 360) + 360) % 360;
}
