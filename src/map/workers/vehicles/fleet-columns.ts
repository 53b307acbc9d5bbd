import { nearestX, worldX, worldY } from '../../core/projection';
import { easeGlide, glideDuration, headingBetween } from './glide';
import { packedStride, type PackedVehicles } from './messages';

/** The vehicles by slot, in units of the world. */
export type FleetColumns = {
  /** Slots in use lie below this. */
  readonly size: number;
  isPlaced(slot: number): boolean;
  /** Where the vehicle is, by its newest fix. */
  x(slot: number): number;
  y(slot: number): number;
  state(slot: number): number;
  heading(slot: number): number;
  name(slot: number): string;
  setName(slot: number, name: string): void;
  /**
   * Takes new fixes; calls back with each slot that changed, before and after the change. A
   * vehicle glides to its new place over a way of some length (units of the world); over a longer one
   * it jumps, since nobody could follow it and it did not come by the straight way. Answers whether
   * any of them is drawn otherwise now.
   */
  apply(packed: PackedVehicles, now: number, ways: GlideWays, hooks: Hooks): boolean;
  remove(slot: number): void;
  /** Where a vehicle is drawn: on its way between two fixes while it glides. */
  drawn(slot: number, now: number): Drawn;
  /** Drops the glides that have ended. */
  settle(now: number): void;
};

export type Drawn = { x: number; y: number; heading: number; gliding: boolean };

/** Ways that vehicles glide over, in units of the world. */
export type GlideWays = { from: number; to: number };

type Hooks = { before(slot: number): void; after(slot: number): void };
type Fix = { x: number; y: number; heading: number; state: number };
type Glide = { x: number; y: number; heading: number; start: number };

export function createFleetColumns(): FleetColumns {
  let capacity = 256;
  let size = 0;
  let xs = new Float64Array(capacity).fill(NaN);
  let ys = new Float64Array(capacity).fill(NaN);
  let headings = new Float32Array(capacity).fill(NaN);
  let states = new Uint8Array(capacity);
  const names: string[] = [];
  const gliding = new Map<number, Glide>();

  function grow(needed: number) {
    if (needed <= capacity) return;
    while (capacity < needed) capacity *= 2;
    const wider = <T extends Float64Array | Float32Array | Uint8Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    xs = wider(new Float64Array(capacity).fill(NaN), xs);
    ys = wider(new Float64Array(capacity).fill(NaN), ys);
    headings = wider(new Float32Array(capacity).fill(NaN), headings);
    states = wider(new Uint8Array(capacity), states);
  }

  const at = (column: ArrayLike<number>, slot: number) => column[slot] ?? NaN;

  /** A vehicle that stands is looked at again and again, and drawn as before. */
  function isSame(slot: number, { x, y, heading, state }: Fix): boolean {
    return (
      slot < size &&
      Object.is(xs[slot], x) &&
      Object.is(ys[slot], y) &&
      Object.is(headings[slot], Math.fround(heading)) &&
      states[slot] === state
    );
  }

  function drawn(slot: number, now: number): Drawn {
    const x = at(xs, slot);
    const y = at(ys, slot);
    const heading = at(headings, slot);
    const glide = gliding.get(slot);
    if (!glide) return { x, y, heading, gliding: false };
    const part = easeGlide((now - glide.start) / glideDuration);
    return {
      x: glide.x + (x - glide.x) * part,
      y: glide.y + (y - glide.y) * part,
      heading: headingBetween(glide.heading, heading, part),
      gliding: part < 1,
    };
  }

  return {
    get size() {
      return size;
    },
    isPlaced: (slot) => !Number.isNaN(at(xs, slot)),
    x: (slot) => at(xs, slot),
    y: (slot) => at(ys, slot),
    state: (slot) => states[slot] ?? 0,
    heading: (slot) => at(headings, slot),
    name: (slot) => names[slot] ?? '',
    setName(slot, name) {
      names[slot] = name;
    },
    apply(packed, now, ways, hooks) {
      let hasChanged = false;
      for (let index = 0; index < packed.length; index += packedStride) {
        const slot = packed[index] ?? 0;
        const x = worldX(packed[index + 1] ?? NaN);
        const y = worldY(packed[index + 2] ?? NaN);
        const heading = packed[index + 3] ?? NaN;
        const state = packed[index + 4] ?? 0;
        if (isSame(slot, { x, y, heading, state })) continue;
        hasChanged = true;
        grow(slot + 1);
        size = Math.max(size, slot + 1);
        const before = drawn(slot, now);
        hooks.before(slot);
        xs[slot] = x;
        ys[slot] = y;
        headings[slot] = heading;
        states[slot] = state;
        hooks.after(slot);
        // Across the date line the short way, which begins in another copy of the world.
        const fromX = nearestX(before.x, x);
        // False for a place that was or is not known.
        const way = Math.hypot(x - fromX, y - before.y);
        if (way > 0 && way >= ways.from && way <= ways.to) {
          gliding.set(slot, { x: fromX, y: before.y, heading: before.heading, start: now });
        } else gliding.delete(slot);
      }
      return hasChanged;
    },
    remove(slot) {
      xs[slot] = NaN;
      ys[slot] = NaN;
      names[slot] = '';
      gliding.delete(slot);
    },
    drawn,
    settle(now) {
      for (const [slot, { start }] of gliding) {
        if (now - start >= glideDuration) gliding.delete(slot);
      }
    },
  };
}
