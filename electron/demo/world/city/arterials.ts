import {
  at,
  offsetPath,
  pathLength,
  projectOnPath,
  runsWhere,
  type Path,
  type Point,
} from '../geometry';
import { noise, RandomStream } from '../random';
import type { Line } from './lines';
import type { NameGiver } from './names';
import { HALF_HEIGHT, HALF_WIDTH, isWet, type Terrain } from './terrain';

/** The roads that give the city its shape. Districts are what is between them. */
export interface Arterials {
  readonly lines: readonly Line[];
  /** Where roads leave the city for the country. */
  readonly gates: readonly Point[];
  /** The ring motorway, closed. */
  readonly ring: Path;
}

interface Radial {
  readonly angle: number;
  readonly drift: number;
  readonly from: number;
  readonly to: number;
  readonly isMotorwayOutside: boolean;
  readonly isMain: boolean;
}

const FRONTAGE = 62;

export function layArterials(seed: number, terrain: Terrain, names: NameGiver): Arterials {
  return new ArterialPlan(seed, terrain, names).lay();
}

class ArterialPlan {
  readonly #random: RandomStream;
  readonly #lines: Line[] = [];
  readonly #gates: Point[] = [];
  readonly #ringShift: number;

  constructor(
    readonly seed: number,
    readonly terrain: Terrain,
    readonly names: NameGiver,
  ) {
    this.#random = new RandomStream(seed, 301);
    this.#ringShift = this.#random.between(0, 2 * Math.PI);
  }

  lay(): Arterials {
    const ring = this.#closedRing((angle) => this.#ringRadius(angle), 480);
    const inner = this.#closedRing((angle) => 860 * (1 + 0.2 * this.#wobble(angle, 1.6, 31)));
    const middle = this.#closedRing((angle) => 2620 * (1 + 0.2 * this.#wobble(angle, 1.9, 32)));
    const square = this.#closedRing((angle) => 125 * (1 + 0.1 * this.#wobble(angle, 1.1, 30)));
    this.#add('motorway', 'Anel Rodoviário', 100, ring, true);
    this.#add('avenue', 'Avenida do Contorno Histórico', 50, inner);
    this.#add('avenue', 'Avenida Perimetral', 60, middle);
    this.#add('avenue', 'Praça da Matriz', 30, square);
    this.#layFrontage(ring);
    this.#layRiverside();
    this.#add('avenue', 'Avenida da Orla do Lago', 60, this.terrain.lake.shore);
    const radials = this.#chooseRadials();
    for (const radial of radials) this.#layRadial(radial);
    this.#layArcs(radials);
    this.#layChords();
    return { lines: this.#lines, gates: this.#gates, ring };
  }

  #add(
    roadClass: Line['class'],
    name: string,
    limit: number,
    path: Path,
    meetsMotorways = roadClass === 'avenue' || roadClass === 'motorway',
  ): void {
    if (pathLength(path) < 60) return;
    this.#lines.push({ class: roadClass, name, limit, path, meetsMotorways });
  }

  #wobble(angle: number, detail: number, salt: number): number {
    return noise(this.seed + salt, 20 + Math.cos(angle) * detail, 20 + Math.sin(angle) * detail);
  }

  #ringRadius(angle: number): number {
    const stretch = 1 / Math.hypot(Math.cos(angle) / 1.16, Math.sin(angle));
    // The ring was built round the city of its day: off center, and round what stood in its way.
    const shift = 620 * Math.cos(angle - this.#ringShift);
    return (5600 + shift) * stretch * (1 + 0.15 * this.#wobble(angle, 2, 33));
  }

  #closedRing(radius: (angle: number) => number, points = 180): Path {
    const path: Path = [];
    const start = this.#random.between(0, 6);
    for (let i = 0; i < points; i += 1) {
      const angle = start + (i / points) * 2 * Math.PI;
      path.push(Math.cos(angle) * radius(angle), Math.sin(angle) * radius(angle));
    }
    path.push(at(path, 0), at(path, 1));
    return path;
  }

  #layFrontage(ring: Path): void {
    for (const side of [FRONTAGE, -FRONTAGE]) {
      const beside = offsetPath(ring, side, true);
      for (const run of runsWhere(beside, (x, y) => !isWet(this.terrain, x, y, 40))) {
        this.#add('street', 'Via Marginal do Anel', 60, run);
      }
    }
  }

  #layRiverside(): void {
    const { river } = this.terrain;
    const reach = 11_500;
    for (const side of [1, -1]) {
      const path: Path = [];
      for (let i = 0; i < river.course.length; i += 2) {
        const x = at(river.course, i);
        const y = at(river.course, i + 1);
        const u = x * river.direction.x + y * river.direction.y;
        if (Math.abs(u) > reach) continue;
        const next = Math.min(i + 2, river.course.length - 2);
        const dx = at(river.course, next) - x;
        const dy = at(river.course, next + 1) - y;
        const length = Math.hypot(dx, dy) || 1;
        const width = river.bankAt(x, y).halfWidth + 62;
        path.push(x - (dy / length) * width * side, y + (dx / length) * width * side);
      }
      this.#add('avenue', side > 0 ? 'Avenida Beira-Rio' : 'Avenida das Margens', 60, path, true);
    }
  }

  #chooseRadials(): Radial[] {
    const count = this.#random.integer(9, 10);
    const turn = this.#random.between(0, 2 * Math.PI);
    const radials: Radial[] = [];
    const motorways = new Set<number>();
    for (let k = 0; k < 4; k += 1) motorways.add(Math.round((k * count) / 4) % count);
    for (let i = 0; i < count; i += 1) {
      const angle = turn + ((i + this.#random.between(-0.24, 0.24)) / count) * 2 * Math.PI;
      const isMotorwayOutside = motorways.has(i);
      radials.push({
        angle,
        drift: this.#random.between(-0.2, 0.2),
        from: i % 2 === 0 ? 120 : 600,
        to: isMotorwayOutside ? 40_000 : this.#random.between(10_400, 12_400),
        isMotorwayOutside,
        isMain: true,
      });
      radials.push({
        angle: turn + ((i + 0.5 + this.#random.between(-0.13, 0.13)) / count) * 2 * Math.PI,
        drift: this.#random.between(-0.16, 0.16),
        from: this.#random.chance(0.3) ? 600 : 2000,
        to: this.#random.between(8200, 11_200),
        isMotorwayOutside: false,
        isMain: false,
      });
    }
    return radials;
  }

  #radialPoint(radial: Radial, r: number): Point {
    const bend = radial.drift * Math.sin(r / 2600 + radial.angle * 3) * Math.min(1, r / 1800);
    const wave = 0.06 * noise(this.seed + 34, r / 2100, radial.angle * 5);
    const angle = radial.angle + bend + wave;
    return { x: Math.cos(angle) * r, y: Math.sin(angle) * r };
  }

  #layRadial(radial: Radial): void {
    const path: Path = [];
    let crossing = 0;
    for (let r = radial.from; r <= radial.to; r += 50) {
      const { x, y } = this.#radialPoint(radial, r);
      if (Math.abs(x) > HALF_WIDTH || Math.abs(y) > HALF_HEIGHT) break;
      if (crossing === 0 && r >= this.#ringRadius(Math.atan2(y, x))) crossing = path.length;
      path.push(x, y);
    }
    const name = radial.isMain && this.#random.chance(0.2) ? 'Eixo' : '';
    const avenue = name
      ? `${name} ${this.names.avenue().replace('Avenida ', '')}`
      : this.names.avenue();
    const inner = crossing > 0 ? path.slice(0, crossing + 2) : path;
    const outer = crossing > 0 ? path.slice(crossing) : [];
    for (const piece of this.#aroundWater(inner)) this.#add('avenue', avenue, 60, piece);
    const pieces = this.#aroundWater(outer);
    for (const piece of pieces) {
      if (radial.isMotorwayOutside) {
        this.#add('motorway', motorwayName(this.#random), 110, piece, true);
      } else this.#add('avenue', avenue, 60, piece);
    }
    const last = pieces[pieces.length - 1];
    if (last && !radial.isMotorwayOutside) {
      this.#gates.push({ x: at(last, last.length - 2), y: at(last, last.length - 1) });
    }
  }

  /** A road bridges the river where it crosses it squarely; otherwise it ends at the bank's road. */
  #aroundWater(path: Path): Path[] {
    if (path.length < 4) return [];
    const { terrain } = this;
    const wetRuns = runsWhere(path, (x, y) => isWet(terrain, x, y, 50));
    const long = wetRuns.filter((run) => {
      const x = at(run, 0);
      const y = at(run, 1);
      const inLake = Math.hypot(x - terrain.lake.centre.x, y - terrain.lake.centre.y) < 2600;
      return inLake || pathLength(run) > 560;
    });
    if (long.length === 0) return [path];
    const blocked = (x: number, y: number): boolean =>
      long.some((run) => projectOnPath(run, x, y).distance < 6);
    return runsWhere(path, (x, y) => !blocked(x, y)).filter((run) => pathLength(run) > 500);
  }

  /** Cross roads between neighboring radials, each at a distance of its own. */
  #layArcs(radials: readonly Radial[]): void {
    const sorted = [...radials].sort((a, b) => a.angle - b.angle);
    sorted.forEach((radial, index) => {
      const next = sorted[(index + 1) % sorted.length];
      if (!next) return;
      const name = this.names.avenue();
      const inner = 3950 + this.#random.between(-420, 420);
      this.#layArc(radial, next, inner, name, true);
      const suburb = noise(
        this.seed + 35,
        7 + Math.cos(radial.angle) * 1.7,
        Math.sin(radial.angle) * 1.7,
      );
      const outer = 7000 + this.#random.between(-350, 550);
      if (suburb > -0.62) this.#layArc(radial, next, outer, this.names.avenue(), false);
      if (suburb > -0.15) this.#layArc(radial, next, outer + 1500, this.names.avenue(), false);
      if (suburb > 0.2) this.#layArc(radial, next, outer + 2900, this.names.avenue(), false);
    });
  }

  /** Long avenues that cut across the web, as planners love them. */
  #layChords(): void {
    const turn = this.#random.between(0, 2 * Math.PI);
    for (let k = 0; k < 3; k += 1) {
      const angle = turn + ((k + this.#random.between(-0.2, 0.2)) / 3) * 2 * Math.PI;
      const distance = this.#random.between(1900, 3600);
      const bow = this.#random.between(-500, 500);
      const path: Path = [];
      for (let u = -6500; u <= 6500; u += 60) {
        const v = distance + bow * Math.cos(u / 3200);
        const x = Math.cos(angle) * v - Math.sin(angle) * u;
        const y = Math.sin(angle) * v + Math.cos(angle) * u;
        if (Math.hypot(x, y) < this.#ringRadius(Math.atan2(y, x)) - 40) path.push(x, y);
      }
      const name = this.names.avenue();
      for (const piece of this.#aroundWater(path)) this.#add('avenue', name, 60, piece);
    }
  }

  #layArc(a: Radial, b: Radial, radius: number, name: string, isInner: boolean): void {
    const stretchAt = (angle: number): number => this.#ringRadius(angle) / 5650;
    const reach = Math.min(a.to, b.to) - 60;
    const tilt = this.#random.between(-260, 260);
    const bow = this.#random.between(-160, 160);
    const path: Path = [];
    for (let k = 0; k <= 40; k += 1) {
      const t = k / 40;
      const base = radius + tilt * (t - 0.5) + bow * Math.sin(t * Math.PI);
      const from = this.#radialPoint(a, base * stretchAt(a.angle));
      const to = this.#radialPoint(b, base * stretchAt(b.angle));
      const startAngle = Math.atan2(from.y, from.x);
      let span = Math.atan2(to.y, to.x) - startAngle;
      if (span < -Math.PI) span += 2 * Math.PI;
      if (span > Math.PI) span -= 2 * Math.PI;
      const angle = startAngle + span * t;
      const r = base * stretchAt(angle);
      if (r > reach && !isInner) return;
      path.push(Math.cos(angle) * r, Math.sin(angle) * r);
    }
    const length = pathLength(path);
    if (length < 700) return;
    for (const piece of this.#aroundWater(path)) this.#add('avenue', name, 50, piece, false);
  }
}

function motorwayName(random: RandomStream): string {
  return random.pick([
    'Rodovia dos Cerrados',
    'Rodovia do Planalto',
    'Rodovia das Águas',
    'Rodovia dos Tropeiros',
    'Rodovia da Integração',
    'Rodovia do Sertão',
  ]);
}
