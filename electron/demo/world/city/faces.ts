import { at, ringArea, type Path } from '../geometry';
import type { Network } from './network';

/** A piece of land enclosed by roads. */
export interface Face {
  /** Counter-clockwise, in meters; the last corner joins the first. */
  readonly ring: Path;
  readonly area: number;
  readonly perimeter: number;
  /** Lines along its border, by index, with the length that borders it. */
  readonly borders: ReadonlyMap<number, number>;
}

/** Walks round every piece of land that the roads of a network enclose. Dead ends count for nothing. */
export function findFaces(network: Network): Face[] {
  const isKept = withoutDeadEnds(network);
  // Half-edge 2e runs along edge e, 2e + 1 against it.
  const outgoing = new Map<number, { half: number; angle: number }[]>();
  const leave = (node: number, half: number, angle: number): void => {
    const list = outgoing.get(node);
    if (list) list.push({ half, angle });
    else outgoing.set(node, [{ half, angle }]);
  };
  network.edges.forEach((edge, index) => {
    if (!isKept[index]) return;
    const path = edge.path;
    const end = path.length;
    leave(edge.from, index * 2, Math.atan2(at(path, 3) - at(path, 1), at(path, 2) - at(path, 0)));
    leave(
      edge.to,
      index * 2 + 1,
      Math.atan2(at(path, end - 3) - at(path, end - 1), at(path, end - 4) - at(path, end - 2)),
    );
  });
  const positions = new Map<number, { node: number; index: number }>();
  for (const [node, list] of outgoing) {
    list.sort((a, b) => a.angle - b.angle);
    list.forEach(({ half }, index) => positions.set(half, { node, index }));
  }
  const faces: Face[] = [];
  const seen = new Set<number>();
  for (const start of positions.keys()) {
    if (seen.has(start)) continue;
    const ring: Path = [];
    const borders = new Map<number, number>();
    let perimeter = 0;
    let half = start;
    do {
      seen.add(half);
      const edge = network.edges[half >> 1];
      if (!edge) break;
      const path = edge.path;
      const count = path.length / 2;
      let length = 0;
      for (let k = 0; k < count - 1; k += 1) {
        const i = half % 2 === 0 ? k : count - 1 - k;
        const j = half % 2 === 0 ? i + 1 : i - 1;
        ring.push(at(path, i * 2), at(path, i * 2 + 1));
        length += Math.hypot(
          at(path, j * 2) - at(path, i * 2),
          at(path, j * 2 + 1) - at(path, i * 2 + 1),
        );
      }
      perimeter += length;
      borders.set(edge.line, (borders.get(edge.line) ?? 0) + length);
      // At the far end take the next road clockwise from the one we came by: the face stays left.
      const arrival = positions.get(half ^ 1);
      const list = arrival && outgoing.get(arrival.node);
      const next = list && list[(arrival.index + list.length - 1) % list.length];
      if (!next) break;
      half = next.half;
    } while (half !== start);
    const area = ringArea(ring);
    if (area > 0) faces.push({ ring, area, perimeter, borders });
  }
  return faces;
}

function withoutDeadEnds(network: Network): boolean[] {
  const kept = network.edges.map(() => true);
  const byNode = new Map<number, number[]>();
  network.edges.forEach((edge, index) => {
    for (const node of [edge.from, edge.to]) {
      const list = byNode.get(node);
      if (list) list.push(index);
      else byNode.set(node, [index]);
    }
  });
  const queue = [...byNode.keys()];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const left = (byNode.get(node) ?? []).filter((index) => kept[index]);
    const [only] = left;
    if (left.length !== 1 || only === undefined) continue;
    kept[only] = false;
    const edge = network.edges[only];
    if (edge) queue.push(edge.from === node ? edge.to : edge.from);
  }
  return kept;
}
