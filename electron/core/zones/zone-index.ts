import RBush from 'rbush';
import type { Place } from '@contract/rules/longitudes';
import { shortWay } from '@contract/rules/longitudes';
import { prepareShape, widenBounds } from '@contract/rules/zone-geometry';
import { EDGE_MARGIN, type JudgedZone, type ZoneSource } from '@contract/rules/zone-judge';
import type { Zone } from '@contract/zones';

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  zone: JudgedZone;
}

/** The zones, found by where they are: a fix is tested against those near it alone. */
export class ZoneIndex implements ZoneSource {
  readonly #zones = new Map<string, JudgedZone>();
  readonly #boxes = new Map<string, Box[]>();
  readonly #tree = new RBush<Box>();

  /** Adds a zone, or takes its new form in place of the one before. */
  set({ id, shape }: Zone): void {
    this.remove(id);
    const zone = { id, prepared: prepareShape(shape) };
    const { south, north, west, east } = widenBounds(zone.prepared.bounds, EDGE_MARGIN);
    // Once for each copy of the world that a way may be asked for in.
    const boxes = [-360, 0, 360].map((turn) => ({
      ...{ minX: west + turn, maxX: east + turn, minY: south, maxY: north },
      zone,
    }));
    const reached = boxes.filter(({ minX, maxX }) => maxX >= -360 && minX <= 360);
    this.#tree.load(reached);
    this.#zones.set(id, zone);
    this.#boxes.set(id, reached);
  }

  remove(id: string): void {
    for (const box of this.#boxes.get(id) ?? []) this.#tree.remove(box);
    this.#boxes.delete(id);
    this.#zones.delete(id);
  }

  get(id: string): JudgedZone | undefined {
    return this.#zones.get(id);
  }

  near(from: Place, to: Place): Set<JudgedZone> {
    const east = from.longitude + shortWay(from.longitude, to.longitude);
    const found = this.#tree.search({
      minX: Math.min(from.longitude, east),
      maxX: Math.max(from.longitude, east),
      minY: Math.min(from.latitude, to.latitude),
      maxY: Math.max(from.latitude, to.latitude),
    });
    return new Set(found.map(({ zone }) => zone));
  }
}
