import { vi } from 'vitest';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useRecordsStore } from '@/app/stores/records-store';
import LiveMap from '@/features/live-map/LiveMap.vue';
import { useLiveStore } from '@/features/live-map/live-store';
import type { VehiclesMessage, VehiclesReport } from '@/map/workers/vehicles/messages';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { render, settled } from '../../render';
import { now } from './live';

type Hear = (event: { data: unknown }) => void;

/** Stands for both workers of the page; each test speaks for the one that draws vehicles. */
export class FakeWorker {
  static byName = new Map<string, FakeWorker>();
  sent: VehiclesMessage[] = [];
  #hear: Hear | undefined;
  constructor(_: URL, options: { name: string }) {
    FakeWorker.byName.set(options.name, this);
  }
  postMessage(message: VehiclesMessage): void {
    this.sent.push(message);
  }
  addEventListener(_: string, hear: Hear): void {
    this.#hear = hear;
  }
  terminate(): void {
    this.#hear = undefined;
  }
  say(report: VehiclesReport): void {
    this.#hear?.({ data: report });
  }
  last<T extends VehiclesMessage['type']>(type: T): Extract<VehiclesMessage, { type: T }> {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nothing of type "${type}" was sent.`);
    return found as Extract<VehiclesMessage, { type: T }>;
  }
}

/** The worker that draws vehicles. */
export const vehicles = () => FakeWorker.byName.get('vehicles') as FakeWorker;
export const container = () => document.querySelector('.leaflet-container') as HTMLElement;

/** Opens the map of a fleet of thirty, all of which was read before. */
export async function open(office: OfficeOptions = {}) {
  const wrapper = await render(LiveMap, {
    props: { covered: 0 },
    office: { now: () => now, vehicles: 30, isRead: true, info: { testHooks: true }, ...office },
  });
  const stores = [useFleetStore(), useLiveStore(), useRecordsStore()];
  await Promise.all(stores.map((store) => store.start()));
  await settled();
  return wrapper;
}

/** A person clicks the map, and the worker answers what lies there. */
export async function clickOn(hit: Extract<VehiclesReport, { type: 'hit' }>['hit']): Promise<void> {
  const at = { bubbles: true, clientX: 300, clientY: 200 };
  for (const kind of ['mousedown', 'mouseup', 'click']) {
    container().dispatchEvent(new MouseEvent(kind, at));
  }
  vehicles().say({ type: 'hit', id: vehicles().last('hit').id, hit });
  await settled();
}

/** Gives the map its room, its workers and a clock; answers what takes them away. */
export function layOutMap(): () => void {
  FakeWorker.byName.clear();
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
  vi.setSystemTime(now);
  vi.stubGlobal('Worker', FakeWorker);
  Object.defineProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen', {
    configurable: true,
    value: () => ({}),
  });
  const size = { configurable: true, value: 600 };
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', size);
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', size);
  return () => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    for (const name of ['clientWidth', 'clientHeight']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
}
