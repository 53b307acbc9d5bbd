import type { Attention, LivePatch } from '@contract/fixes';
import { defaultSettings } from '@contract/settings';
import type { Store } from '@core/ports/store';
import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import { FakeService, associationJson, idOf, paged, vehicleJson } from '../fleet/fake-service';
import { KeptFleet } from '../fleet/kept-fleet';
import { VirtualClock } from '../virtual-clock';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** What a window shows. */
export function attention(parts: Partial<Attention>): Attention {
  return { onScreen: [], selected: null, followed: null, ...parts };
}

/** Identifiers of a row of vehicles. */
export function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => idOf('V', from + index));
}

/** Live tracking of a fleet whose vehicles all report the same, a slot each 1.25 seconds. */
export class TrackedFleet {
  readonly kept: KeptFleet;
  readonly live: LiveTracking;
  readonly patches: LivePatch[] = [];
  /** Vehicles in the list. */
  count = 0;
  /** Seconds between two reports, and speed, of every vehicle. */
  reports = { every: 10, speed: 40 };
  /** What a person chose. */
  chosen = defaultSettings;

  private constructor(
    readonly clock: VirtualClock,
    readonly service: FakeService,
    kept: KeptFleet,
  ) {
    this.kept = kept;
    this.live = new LiveTracking({
      service,
      clock,
      fleet: kept.fleet,
      store: kept.store,
      profile: defaultProfile,
      perMinute: () => 48,
      chosen: () => this.chosen,
    });
    service.slotEvery = 1_250;
    service
      .on(
        'vehicles.list',
        paged(() => Array.from({ length: this.count }, (_, index) => vehicleJson(index + 1))),
      )
      .on('deviceAssociations.list', ({ vehicleId }) => {
        const number = Number(String(vehicleId).slice(1));
        return { data: [associationJson(number, number)] };
      })
      .on('tracking.get', () => this.positionJson());
    this.live.subscribe((patch) => this.patches.push(patch));
  }

  /** @param store what an earlier run kept */
  static async open(clock = new VirtualClock(), store?: Store): Promise<TrackedFleet> {
    const service = new FakeService(clock);
    const kept = await KeptFleet.open({ clock, service, ...(store && { store }) });
    return new TrackedFleet(clock, service, kept);
  }

  get fleet(): KeptFleet['fleet'] {
    return this.kept.fleet;
  }

  async start(vehicles: number): Promise<void> {
    this.count = vehicles;
    this.kept.start();
    this.live.start();
    await this.clock.advance(0);
  }

  stop(): void {
    this.live.stop();
    this.kept.stop();
  }

  positionJson(): unknown {
    const now = Math.floor(this.clock.now() / SECOND);
    const attributes = {
      act: now - (now % this.reports.every),
      spd: this.reports.speed,
      ign: this.reports.speed > 0,
      dir: 90,
      geometry: { type: 'Point', coordinates: [-46.6, -23.5] },
    };
    return { data: { type: 'Feature', attributes } };
  }

  /** The longest time that any vehicle went unlooked at since a moment, milliseconds. */
  longestGap(since: number): number {
    const lookedAt = new Map(ids(1, this.count).map((id) => [id, since]));
    let longest = 0;
    for (const { input, at } of this.service.of('tracking.get')) {
      if (at < since) continue;
      const id = String(input.id);
      longest = Math.max(longest, at - (lookedAt.get(id) ?? since));
      lookedAt.set(id, at);
    }
    const now = this.clock.monotonic();
    return Math.max(longest, ...Array.from(lookedAt.values(), (at) => now - at));
  }

  /** Monotonic moments at which a vehicle's position was asked for. */
  looksAt(vehicleId: string, since = 0): number[] {
    return this.service
      .of('tracking.get')
      .filter(({ input, at }) => input.id === vehicleId && at >= since)
      .map(({ at }) => at);
  }
}
