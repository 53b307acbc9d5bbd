import { at } from '../geometry';
import type { RandomStream } from '../random';
import type { RoadGraph, Spot } from './road-graph';
import type { Router, Step } from './router';

/** How one driver drives one vehicle on one trip. */
export interface DrivingStyle {
  /** Share of the speed limit that is driven where nothing hinders. */
  readonly eagerness: number;
  /** The vehicle's own top speed in km/h. */
  readonly topSpeed: number;
  /** Probability of finding a light red. */
  readonly redLights: number;
  /** Meters between bus stops; 0 for those who do not stop for passengers. */
  readonly busStopEvery: number;
}

/**
 * A drive from one spot to another, as pieces of constant acceleration. Times are seconds from
 * its start, distances meters along its path.
 */
export interface Drive {
  readonly duration: number;
  readonly length: number;
  /** x and y in turn, in meters around the center. */
  readonly path: Float64Array;
  /** Distance from the start at each point of the path. */
  readonly distance: Float64Array;
  /** Edge on which the piece of path after each point is. */
  readonly edge: Int32Array;
  /** Four numbers a piece: start time, start distance, start speed in m/s, acceleration. */
  readonly pieces: Float64Array;
}

const ACCELERATION = 1.1;
const BRAKING = 1.5;

/** Drives from spot to spot over the fastest route; never off the road, never by a leap. */
export function drive(
  graph: RoadGraph,
  router: Router,
  from: Spot,
  to: Spot,
  style: DrivingStyle,
  random: RandomStream,
): Drive {
  const track = layTrack(graph, router, from, to);
  const halts = placeHalts(graph, track, style, random);
  return { ...track, ...timeTrack(graph, track, halts, style) };
}

interface Track {
  readonly path: Float64Array;
  readonly distance: Float64Array;
  readonly edge: Int32Array;
  /** The graph's node at each point of the path, or -1. */
  readonly node: Int32Array;
  readonly length: number;
}

function layTrack(graph: RoadGraph, router: Router, from: Spot, to: Spot): Track {
  const points: number[] = [];
  const edges: number[] = [];
  const nodes: number[] = [];
  const push = (x: number, y: number, edge: number, node: number): void => {
    const last = points.length - 2;
    if (last >= 0 && Math.hypot(at(points, last) - x, at(points, last + 1) - y) < 0.05) {
      edges[edges.length - 1] = edge;
      if (node >= 0) nodes[nodes.length - 1] = node;
      return;
    }
    points.push(x, y);
    edges.push(edge);
    nodes.push(node);
  };
  /** The part of an edge between two offsets, in either direction, without its last point. */
  const walk = (index: number, start: number, end: number): void => {
    const edge = graph.edge(index);
    const count = edge.path.length / 2;
    const forward = end >= start;
    const first = graph.locate({ edge: index, offset: start });
    const startNode = start <= 0 ? edge.from : start >= edge.length ? edge.to : -1;
    push(first.x, first.y, index, startNode);
    let along = forward ? 0 : edge.length;
    for (let k = 1; k < count; k += 1) {
      const i = forward ? k : count - 1 - k;
      const j = forward ? i - 1 : i + 1;
      const length = Math.hypot(
        at(edge.path, i * 2) - at(edge.path, j * 2),
        at(edge.path, i * 2 + 1) - at(edge.path, j * 2 + 1),
      );
      along += forward ? length : -length;
      const isBetween = forward
        ? along > start + 0.05 && along < end - 0.05
        : along < start - 0.05 && along > end + 0.05;
      if (isBetween && k < count - 1)
        push(at(edge.path, i * 2), at(edge.path, i * 2 + 1), index, -1);
    }
  };
  if (from.edge === to.edge) walk(from.edge, from.offset, to.offset);
  else {
    const { head, steps, tail } = bestSteps(graph, router, from, to);
    walk(from.edge, from.offset, head ? graph.edge(from.edge).length : 0);
    for (const step of steps) {
      const { length } = graph.edge(step.edge);
      walk(step.edge, step.forward ? 0 : length, step.forward ? length : 0);
    }
    walk(to.edge, tail ? 0 : graph.edge(to.edge).length, to.offset);
  }
  const end = graph.locate(to);
  push(end.x, end.y, to.edge, -1);
  const count = points.length / 2;
  const distance = new Float64Array(count);
  for (let i = 1; i < count; i += 1) {
    distance[i] =
      at(distance, i - 1) +
      Math.hypot(
        at(points, i * 2) - at(points, i * 2 - 2),
        at(points, i * 2 + 1) - at(points, i * 2 - 1),
      );
  }
  return {
    path: Float64Array.from(points),
    distance,
    edge: Int32Array.from(edges),
    node: Int32Array.from(nodes),
    length: at(distance, count - 1),
  };
}

/** The route between two edges, without driving a piece of either to and fro. */
function bestSteps(
  graph: RoadGraph,
  router: Router,
  from: Spot,
  to: Spot,
): { head: boolean; steps: Step[]; tail: boolean } {
  const start = graph.edge(from.edge);
  const goal = graph.edge(to.edge);
  let steps = router.route(start.to, goal.from);
  let head = true;
  let tail = true;
  const [first] = steps;
  if (first?.edge === from.edge) {
    steps = steps.slice(1);
    head = false;
  }
  const last = steps[steps.length - 1];
  if (last?.edge === to.edge) {
    steps = steps.slice(0, -1);
    tail = false;
  }
  return { head, steps, tail };
}

interface Halt {
  readonly point: number;
  readonly seconds: number;
}

function placeHalts(
  graph: RoadGraph,
  track: Track,
  style: DrivingStyle,
  random: RandomStream,
): Halt[] {
  const halts: Halt[] = [];
  let lastStop = 0;
  for (let i = 1; i < track.node.length - 1; i += 1) {
    const node = at(track.node, i);
    if (style.busStopEvery > 0 && at(track.distance, i) - lastStop > style.busStopEvery) {
      lastStop = at(track.distance, i);
      halts.push({ point: i, seconds: random.between(7, 18) });
    } else if (node >= 0 && graph.hasLight[node] === 1 && random.chance(style.redLights)) {
      halts.push({ point: i, seconds: random.between(4, 21) });
    }
  }
  return halts;
}

function timeTrack(
  graph: RoadGraph,
  track: Track,
  halts: readonly Halt[],
  style: DrivingStyle,
): { pieces: Float64Array; duration: number } {
  const count = track.distance.length;
  const cruise = new Float64Array(count);
  const speed = new Float64Array(count);
  for (let i = 0; i < count - 1; i += 1) {
    const { limit } = graph.edge(at(track.edge, i));
    cruise[i] = Math.min(limit * style.eagerness, style.topSpeed) / 3.6;
  }
  for (let i = 1; i < count - 1; i += 1) {
    speed[i] = Math.min(at(cruise, i - 1), at(cruise, i), bendSpeed(track.path, i));
  }
  for (const { point } of halts) speed[point] = 0;
  for (let i = 1; i < count; i += 1) {
    const gap = at(track.distance, i) - at(track.distance, i - 1);
    const reachable = Math.sqrt(at(speed, i - 1) ** 2 + 2 * ACCELERATION * gap);
    if (at(speed, i) > reachable) speed[i] = reachable;
  }
  for (let i = count - 2; i >= 0; i -= 1) {
    const gap = at(track.distance, i + 1) - at(track.distance, i);
    const reachable = Math.sqrt(at(speed, i + 1) ** 2 + 2 * BRAKING * gap);
    if (at(speed, i) > reachable) speed[i] = reachable;
  }
  const pieces: number[] = [];
  let time = 0;
  let nextHalt = 0;
  for (let i = 0; i < count - 1; i += 1) {
    const start = at(track.distance, i);
    const gap = at(track.distance, i + 1) - start;
    const v0 = at(speed, i);
    const v1 = at(speed, i + 1);
    const halt = halts[nextHalt];
    if (halt?.point === i) {
      pieces.push(time, start, 0, 0);
      time += halt.seconds;
      nextHalt += 1;
    }
    const peak = Math.min(
      Math.max(at(cruise, i), v0, v1),
      Math.sqrt(
        (2 * ACCELERATION * BRAKING * gap + BRAKING * v0 * v0 + ACCELERATION * v1 * v1) /
          (ACCELERATION + BRAKING),
      ),
    );
    const rise = Math.max(0, (peak * peak - v0 * v0) / (2 * ACCELERATION));
    const fall = Math.max(0, (peak * peak - v1 * v1) / (2 * BRAKING));
    if (rise > 0) {
      pieces.push(time, start, v0, ACCELERATION);
      time += (peak - v0) / ACCELERATION;
    }
    const level = gap - rise - fall;
    if (level > 1e-6 && peak > 0) {
      pieces.push(time, start + rise, peak, 0);
      time += level / peak;
    }
    if (fall > 0) {
      pieces.push(time, start + gap - fall, peak, -BRAKING);
      time += (peak - v1) / BRAKING;
    }
  }
  return { pieces: Float64Array.from(pieces), duration: time };
}

/** The speed in m/s at which a bend of the path is taken. */
function bendSpeed(path: Float64Array, i: number): number {
  const ax = at(path, i * 2) - at(path, i * 2 - 2);
  const ay = at(path, i * 2 + 1) - at(path, i * 2 - 1);
  const bx = at(path, i * 2 + 2) - at(path, i * 2);
  const by = at(path, i * 2 + 3) - at(path, i * 2 + 1);
  const turn = Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * (180 / Math.PI);
  if (turn < 9) return Infinity;
  return Math.max(7, 900 / (turn + 8) + 9 - turn * 0.03) / 3.6;
}

export interface Moment {
  readonly x: number;
  readonly y: number;
  /** m/s */
  readonly speed: number;
  /** Radians, counter-clockwise from east. */
  readonly heading: number;
  readonly edge: number;
}

/** Where a drive is, so many seconds after its start. */
export function momentOf(track: Drive, seconds: number): Moment {
  const { pieces, distance, path } = track;
  const t = Math.max(0, Math.min(track.duration, seconds));
  let low = 0;
  let high = pieces.length / 4 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(pieces, middle * 4) <= t) low = middle;
    else high = middle - 1;
  }
  const after = t - (pieces.length > 0 ? at(pieces, low * 4) : 0);
  const [s0, v0, a] =
    pieces.length > 0
      ? [at(pieces, low * 4 + 1), at(pieces, low * 4 + 2), at(pieces, low * 4 + 3)]
      : [0, 0, 0];
  const s = Math.max(0, Math.min(track.length, s0 + v0 * after + (a * after * after) / 2));
  const isOver = seconds >= track.duration;
  const speed = isOver || seconds <= 0 ? 0 : Math.max(0, v0 + a * after);
  let first = 0;
  let last = distance.length - 2;
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if (at(distance, middle) <= s) first = middle;
    else last = middle - 1;
  }
  if (distance.length < 2) {
    return { x: at(path, 0), y: at(path, 1), speed: 0, heading: 0, edge: at(track.edge, 0) };
  }
  const ax = at(path, first * 2);
  const ay = at(path, first * 2 + 1);
  const dx = at(path, first * 2 + 2) - ax;
  const dy = at(path, first * 2 + 3) - ay;
  const gap = at(distance, first + 1) - at(distance, first);
  const share = gap > 0 ? (s - at(distance, first)) / gap : 0;
  return {
    x: ax + dx * share,
    y: ay + dy * share,
    speed,
    heading: Math.atan2(dy, dx),
    edge: at(track.edge, first),
  };
}
