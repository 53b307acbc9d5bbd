import { FleetdeskError } from '@contract/errors';
import type { DeviceReference, FleetSync, Vehicle } from '@contract/vehicles';
import type { Clock } from '../ports/clock';
import { deviceOf } from '../service/decoders/devices';
import { relationOf, type RecordList } from '../service/decoders/records';
import type { VehicleRecord } from '../service/decoders/vehicles';
import type { Service } from '../service/service';
import type { VehicleRecords } from './vehicle-records';

/** What the sync of the vehicle list needs. */
export interface VehicleSyncOptions {
  service: Service;
  clock: Clock;
  records: VehicleRecords;
  /** A device that came with a vehicle. */
  onDevice: (vehicleId: string, device: DeviceReference) => void;
  onChange: (changed: Vehicle[], removed: string[], sync: FleetSync) => void;
}

/** A page full of what is no vehicle: the list can't be read, which is not the same as its end. */
function unreadable(page: number): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    reason: 'unexpected-shape',
    message: `Page ${page} of the vehicles holds no record that can be read.`,
  });
}

const PAGE_SIZE = 100;
const RESYNC_AFTER = 15 * 60_000;
const FIRST_RETRY = 5_000;
const LAST_RETRY = 5 * 60_000;

/**
 * Reads the vehicle list in pages, again and again. A pass ends at an empty page, since a server
 * may clamp `limit`; a page that holds nothing new to the pass means that paging is not honoured.
 * A failed page is asked for again, with growing pauses, and the pass goes on from there.
 */
export class VehicleSync {
  readonly #options: VehicleSyncOptions;
  #sync: FleetSync = { phase: 'waiting', read: 0, completedAt: null, pagingRefused: false };
  #includesDevices: boolean | null = null;
  #hasAnswered = false;
  #stopping: AbortController | null = null;
  #endRest: (() => void) | null = null;
  #isRetrying = false;

  constructor(options: VehicleSyncOptions) {
    this.#options = options;
  }

  /** How far the list has been read. */
  get state(): FleetSync {
    return this.#sync;
  }

  /** Whether the service tells devices along with the vehicle list; null until tried. */
  get includesDevices(): boolean | null {
    return this.#includesDevices;
  }

  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    void this.#run(this.#stopping.signal);
  }

  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    this.#endRest?.();
  }

  /** Ends the pause after a failure. */
  wake(): void {
    if (this.#isRetrying) this.#endRest?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pass(signal);
      if (!signal.aborted) await this.#rest(RESYNC_AFTER);
    }
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const { records } = this.#options;
    const seen = new Set<string>();
    records.beginPass();
    this.#tell([], [], { phase: 'reading', read: 0 });
    for (let page = 1; ; page++) {
      const list = await this.#readPage(page, signal);
      if (list === null) return;
      if (list.size === 0) {
        const now = this.#options.clock.now();
        const end = { phase: 'complete', completedAt: now, pagingRefused: false } as const;
        this.#tell([], records.completePass(), end);
        return;
      }
      const fresh = list.records.filter(({ id }) => !seen.has(id));
      if (fresh.length === 0) {
        this.#tell([], [], { phase: 'complete', pagingRefused: true });
        return;
      }
      for (const { id } of fresh) seen.add(id);
      this.#takeDevices(fresh);
      const present = fresh.filter(({ deletedAt }) => deletedAt === null);
      const changed = records.receive(present.map(({ vehicle }) => vehicle));
      this.#tell(changed, [], { phase: 'reading', read: seen.size });
    }
  }

  /** A page, however long it takes; null once stopped. */
  async #readPage(page: number, signal: AbortSignal): Promise<RecordList<VehicleRecord> | null> {
    for (let pause = FIRST_RETRY; ; pause = Math.min(pause * 2, LAST_RETRY)) {
      try {
        const list = await this.#options.service.call(
          'vehicles.list',
          {
            page,
            limit: PAGE_SIZE,
            ...(this.#includesDevices !== false && { includes: { device: ['name', 'imei'] } }),
          },
          // Somebody waits in front of an empty map for the very first page.
          { lane: this.#hasAnswered ? 'background' : 'interactive', signal },
        );
        if (signal.aborted) return null;
        if (list.size > 0 && list.records.length === 0) throw unreadable(page);
        this.#hasAnswered = true;
        if (this.#sync.phase === 'failed') this.#tell([], [], { phase: 'reading' });
        return list;
      } catch {
        if (signal.aborted) return null;
        this.#tell([], [], { phase: 'failed' });
        this.#isRetrying = true;
        await this.#rest(pause);
        this.#isRetrying = false;
        if (signal.aborted) return null;
      }
    }
  }

  /** Learns from the first vehicles whether including devices works on this connection. */
  #takeDevices(records: readonly VehicleRecord[]): void {
    if (this.#includesDevices === false) return;
    for (const record of records) {
      const relation = relationOf(record, 'device', 'devices');
      if (relation === null) continue;
      this.#includesDevices = true;
      this.#options.onDevice(record.id, deviceOf(relation));
    }
    this.#includesDevices ??= false;
  }

  #tell(changed: Vehicle[], removed: string[], sync: Partial<FleetSync>): void {
    this.#sync = { ...this.#sync, ...sync };
    this.#options.onChange(changed, removed, this.#sync);
  }

  #rest(duration: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#endRest = null;
        resolve();
      };
      const cancel = this.#options.clock.after(duration, end);
      this.#endRest = end;
    });
  }
}
