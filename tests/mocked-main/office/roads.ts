/** A point as longitude and latitude. */
export type Place = readonly [lng: number, lat: number];

/** A closed way along the streets, with the metres driven up to each of its points. */
export type Round = { points: Place[]; metres: number[]; length: number };

const centre: Place = [-46.95, -23.24];
const metresPerDegree = 111_320;
const lngScale = Math.cos((centre[1] * Math.PI) / 180);
/** Metres between two neighbouring streets. */
const block = 420;

/** The crossing of the street `east` blocks east and `north` blocks north of the centre. */
export function crossing(east: number, north: number): Place {
  // A little bend, so that the invented town does not look like graph paper.
  const bend = Math.sin(north * 0.55) * 90;
  const sag = Math.cos(east * 0.4) * 110;
  return [
    centre[0] + (east * block + bend) / (metresPerDegree * lngScale),
    centre[1] + (north * block + sag) / metresPerDegree,
  ];
}

/** Metres between two near places. */
export function metresBetween(from: Place, to: Place): number {
  const east = (to[0] - from[0]) * metresPerDegree * lngScale;
  const north = (to[1] - from[1]) * metresPerDegree;
  return Math.hypot(east, north);
}

/** Degrees clockwise from north on the way from one near place to another. */
export function headingBetween(from: Place, to: Place): number {
  const east = (to[0] - from[0]) * lngScale;
  const degrees = (Math.atan2(east, to[1] - from[1]) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** A round of vehicle number `index`: a rectangle of streets somewhere in town. */
export function roundOf(index: number): Round {
  const east = ((index * 7) % 15) - 8;
  const north = ((index * 5) % 13) - 7;
  const width = 3 + (index % 4);
  const height = 2 + (index % 3);
  const points: Place[] = [];
  for (let step = 0; step < width; step += 1) points.push(crossing(east + step, north));
  for (let step = 0; step < height; step += 1) points.push(crossing(east + width, north + step));
  for (let step = width; step > 0; step -= 1) points.push(crossing(east + step, north + height));
  for (let step = height; step >= 0; step -= 1) points.push(crossing(east, north + step));
  const metres = [0];
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (previous) metres.push((metres.at(-1) ?? 0) + metresBetween(previous, point));
  }
  return { points, metres, length: metres.at(-1) ?? 0 };
}

/** Where a round is after some metres, and which way it leads there. */
export function placeOn(round: Round, driven: number): { place: Place; heading: number } {
  const distance = ((driven % round.length) + round.length) % round.length;
  const next = round.metres.findIndex((metres) => metres > distance);
  const from = round.points[next - 1] ?? centre;
  const to = round.points[next] ?? centre;
  const start = round.metres[next - 1] ?? 0;
  const part = (distance - start) / ((round.metres[next] ?? start + 1) - start);
  return {
    place: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
    heading: headingBetween(from, to),
  };
}
