import { onTestFinished } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { AlertRule, RuleOf } from '@contract/alert-rules';
import { allAlerts, type Alert, type Announcement } from '@contract/alerts';
import type { Fix, LivePatch, LiveVehicle } from '@contract/fixes';
import type { VehicleLabels } from '@contract/vehicle-labels';
import type { Zone } from '@contract/zones';
import { Alerts } from '@core/alerts/alerts';
import { Feed } from '@core/feed';
import type { Store } from '@core/ports/store';
import { JudgedWriter } from '@core/zones/judged-writer';
import { Zones } from '@core/zones/zones';
import { VirtualClock } from '../virtual-clock';

/** A vehicle's id out of a number. */
export function vehicleId(number: number): string {
  return `vehicle${String(number).padStart(8, '0')}`;
}

/** What a test says of a fix; the rest is ordinary. */
export type Said = Partial<Omit<Fix, 'problems'>> &
  Partial<Pick<LiveVehicle, 'motion' | 'connection' | 'since'>> & { problems?: Fix['problems'] };

/** Vehicles that are looked at when a test says so. */
export class LookedAtFleet {
  readonly #feed = new Feed<LivePatch>('live');
  readonly #vehicles = new Map<string, LiveVehicle>();
  readonly #clock: VirtualClock;
  usual: number | null = null;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  snapshot = () => ({ vehicles: [...this.#vehicles.values()] });
  subscribe = (listener: (patch: LivePatch) => void) => this.#feed.subscribe(listener);
  stateOf = (id: string) => this.#vehicles.get(id) ?? null;
  usualIntervalOf = () => this.usual;
  onAlert: string[] = [];
  setOnAlert = (ids: Iterable<string>) => {
    this.onAlert = [...ids];
  };
  alertCost = () => ({ vehicles: this.onAlert.length, looksAMinute: 0 });

  /** A look brings a fix of now, or what is told of it. */
  look(id: string, said: Said = {}): void {
    this.lookAtAll([[id, said]]);
  }

  /** Looks that are answered together. */
  lookAtAll(looks: readonly (readonly [id: string, said: Said])[]): void {
    const changed = looks.map(([id, said]) => this.#looked(id, said));
    this.#feed.publish({ changed, removed: [], pace: null });
  }

  remove(id: string): void {
    this.#vehicles.delete(id);
    this.#feed.publish({ changed: [], removed: [id], pace: null });
  }

  #looked(id: string, { motion, connection, since, problems = [], ...said }: Said): LiveVehicle {
    const lookedAt = this.#clock.now();
    const fix: Fix = {
      ...{ at: lookedAt, latitude: 0, longitude: 0, speed: 0, heading: 0, ignition: false },
      ...{ battery: null, output1: null },
      ...{ ...said, problems },
    };
    const vehicle: LiveVehicle = {
      ...{ vehicleId: id, fix, lookedAt, staleAt: null, association: 'known', device: null },
      motion: motion ?? ((fix.speed ?? 0) > 5 ? 'moving' : 'parked'),
      connection: connection ?? 'live',
      ...(since && { since }),
    };
    this.#vehicles.set(id, vehicle);
    return vehicle;
  }
}

/** What all rules of tests have in common. */
const common = {
  ...{ isOn: true, vehicles: { kind: 'all' }, hours: null },
  ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 0 },
} as const satisfies Partial<AlertRule>;

/** A rule against being faster than 80 km/h. */
export const tooFast: RuleOf<'speed'> = {
  ...{ ...common, id: 'fast', name: 'Too fast', kind: 'speed', limit: 80, zones: null },
};

/** Rules about the depot. */
export const entersDepot: RuleOf<'zone-enter'> = {
  ...{ ...common, id: 'in', name: 'At the depot', kind: 'zone-enter' },
  zones: { zoneIds: ['depot'], groups: [] },
};
export const leavesDepot: RuleOf<'zone-leave'> = { ...entersDepot, id: 'out', kind: 'zone-leave' };
export const silent: RuleOf<'silence'> = {
  ...{ ...common, id: 'silent', name: 'Silent', kind: 'silence', minutes: 30 },
};
export const idles: RuleOf<'idling'> = {
  ...{ ...common, id: 'idle', name: 'Idling', kind: 'idling', minutes: 10 },
};
export const batteryLow: RuleOf<'low-battery'> = {
  ...{ ...common, id: 'battery', name: 'Battery', kind: 'low-battery', limit: 20 },
};
export const afterHours: RuleOf<'ignition-outside-hours'> = {
  ...{ ...common, id: 'hours', name: 'After hours', kind: 'ignition-outside-hours' },
  hours: { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 18 * 60 },
};

/** A circle on the date line. */
export const depot: Zone = {
  ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: 'Yards', isShown: true },
  shape: { kind: 'circle', center: { latitude: 0, longitude: 180 }, radius: 500 },
};

/** Opens a house on a store in memory; `begin` starts another run on the same store. */
export async function openHouse() {
  const store = await openInlineStore(null, '');
  onTestFinished(() => store.close());
  const clock = new VirtualClock();
  const fleet = new LookedAtFleet(clock);
  const faults: unknown[] = [];
  const told: Announcement[] = [];
  const world = {
    ...{ store: store as Store, timeZone: 'UTC', isDoNotDisturb: false, isDown: false },
    labels: { labels: [], vehicles: {} } as VehicleLabels,
  };
  const onFault = (fault: unknown) => faults.push(fault);
  const linkFeed = new Feed<undefined>('link');
  const setDown = (isDown: boolean) => {
    world.isDown = isDown;
    linkFeed.publish(undefined);
  };
  const begin = async () => {
    const on = world.store;
    const writer = new JudgedWriter({ store: on, clock, onFault });
    const zones = new Zones({ ...{ store: on, writer, clock, live: fleet, onFault } });
    const alerts = new Alerts({
      ...{ store: on, writer, clock, zones, live: fleet, onFault },
      link: { isDown: () => world.isDown, subscribe: (listener) => linkFeed.subscribe(listener) },
      labels: () => world.labels,
      limits: () => ({ live: 5 * 60_000, late: 60 * 60_000, parkedLate: 24 * 60 * 60_000 }),
      timeZone: () => world.timeZone,
      user: () => 'ana',
      isDoNotDisturb: () => world.isDoNotDisturb,
    });
    alerts.onAnnounced((announcement) => told.push(announcement));
    alerts.start();
    zones.start();
    await zones.find(null);
    await clock.advance(0);
    return { alerts, zones, writer };
  };
  /** All alerts that the store has, the first one first. */
  const kept = async (): Promise<Alert[]> => {
    for (let turn = 0; turn < 5; turn++) await clock.advance(0);
    const { alerts } = await store.findAlerts(allAlerts, null, 1_000);
    return alerts.reverse();
  };
  return { store, clock, fleet, faults, told, world, begin, kept, setDown };
}
