import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Point, type Map as LeafletMap } from 'leaflet';
import type { LiveVehicle } from '@contract/fixes';
import { packVehicles, placeOfFix } from '@/map/layers/pack-vehicles';
import { createSlots } from '@/map/layers/slots';
import { takenEvent } from '@/map/layers/taken-event';
import { VehicleLayer, type VehicleHit } from '@/map/layers/vehicle-layer';
import { WorkerCanvas } from '@/map/layers/worker-canvas';
import { packedStride, type VehiclesMessage } from '@/map/workers/vehicles/messages';
import { packState } from '@/map/workers/vehicles/vehicle-state';

function live(vehicleId: string, change: Partial<LiveVehicle> = {}): LiveVehicle {
  return {
    vehicleId,
    fix: {
      at: 1000,
      latitude: -11.1,
      longitude: -46.9,
      speed: 40,
      heading: 90,
      ignition: true,
      battery: null,
      output1: null,
      problems: [],
    },
    motion: 'moving',
    connection: 'live',
    lookedAt: 2000,
    staleAt: null,
    association: 'known',
    device: null,
    ...change,
  };
}

class FakeWorker {
  sent: VehiclesMessage[] = [];
  terminated = false;
  #hear: ((event: { data: unknown }) => void) | undefined;
  postMessage(message: VehiclesMessage): void {
    this.sent.push(message);
  }
  addEventListener(_: string, hear: (event: { data: unknown }) => void): void {
    this.#hear = hear;
  }
  terminate(): void {
    this.terminated = true;
  }
  say(data: unknown): void {
    this.#hear?.({ data });
  }
  last<T extends VehiclesMessage['type']>(type: T): Extract<VehiclesMessage, { type: T }> {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nothing of type "${type}" was sent.`);
    return found as Extract<VehiclesMessage, { type: T }>;
  }
}

let worker: FakeWorker;
let layer: VehicleLayer;
const heard = { hover: vi.fn(), click: vi.fn<(hit: VehicleHit | null) => void>(), inView: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  worker = new FakeWorker();
  layer = new VehicleLayer({
    locale: 'en',
    onHover: heard.hover,
    onClick: heard.click,
    onInView: heard.inView,
    createWorker: () => worker as unknown as Worker,
  });
});

describe('the layer of the vehicles', () => {
  it('asks what is under the pointer, but not while a person drags the map', () => {
    const moving = vi.fn(() => true);
    Object.assign(layer, { _map: { dragging: { moving } } });
    const move = () => layer.getEvents()['mousemove']?.({ containerPoint: {} } as never);
    move();
    expect(heard.hover).not.toHaveBeenCalled();
    moving.mockReturnValue(false);
    move();
    // There is no canvas yet, and so nothing under the pointer.
    expect(heard.hover).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('asks one thing at a time of what the pointer passes', () => {
    const canvas = vi.spyOn(WorkerCanvas.prototype, 'toCanvas').mockReturnValue(new Point(10, 20));
    Object.assign(layer, { _map: { dragging: { moving: () => false } } });
    const move = () => layer.getEvents()['mousemove']?.({ containerPoint: {} } as never);
    layer.update([live('a')]);
    move();
    move();
    const asked = worker.last('hover');
    expect(asked).toMatchObject({ x: 10, y: 20 });
    expect(worker.sent.filter(({ type }) => type === 'hover')).toHaveLength(1);
    worker.say({ type: 'hovered', id: asked.id, hit: { kind: 'vehicle', slot: 0 } });
    expect(heard.hover).toHaveBeenLastCalledWith({ kind: 'vehicle', vehicleId: 'a' });
    move();
    worker.say({ type: 'hovered', id: worker.last('hover').id, hit: { kind: 'cluster' } });
    expect(heard.hover).toHaveBeenLastCalledWith({ kind: 'cluster' });
    canvas.mockRestore();
  });

  it('tells the map where its names are to give way, and that they need not any more', () => {
    const fire = vi.fn();
    Object.assign(layer, { _map: { fire } });
    const taken = Float64Array.from([0.3, 0.4, 10, 10]);
    worker.say({ type: 'taken', taken });
    expect(fire).toHaveBeenLastCalledWith(takenEvent, { taken });
    layer.onRemove({ fire } as unknown as LeafletMap);
    expect(fire).toHaveBeenLastCalledWith(takenEvent, { taken: new Float64Array() });
  });

  it('hands over only what changed, under numbers that stay', () => {
    layer.update([live('a'), live('b')]);
    layer.update([live('b', { motion: 'parked' })]);
    const { packed } = worker.last('vehicles');
    expect(packed).toHaveLength(packedStride);
    expect(packed[0]).toBe(1);
    expect(packed[4]).toBe(packState('parked', 'live'));
  });

  it('speaks of vehicles by identifier to the page and by number to the worker', () => {
    layer.update([live('a'), live('b')]);
    layer.setEmphasis({ selected: 'b', hovered: 'a', followed: true });
    expect(worker.last('emphasis').emphasis).toEqual({ selected: 1, hovered: 0, followed: true });
    worker.say({ type: 'in-view', slots: Uint32Array.from([1, 0]) });
    expect(heard.inView).toHaveBeenCalledWith(['b', 'a']);
  });

  it('tells what was drawn once a test wants to know', () => {
    layer.update([live('a')]);
    expect(layer.drawn()).toEqual([]);
    layer.tellDrawn();
    worker.say({
      type: 'drawn',
      slots: Uint32Array.from([0]),
      places: Float64Array.from([-46.91, -11.11]),
      states: Uint8Array.from([packState('moving', 'late')]),
      clustered: Uint8Array.from([1]),
      dimmed: Uint8Array.from([0]),
    });
    expect(layer.drawn()).toEqual([
      {
        id: 'a',
        longitude: -46.91,
        latitude: -11.11,
        heading: 90,
        motion: 'moving',
        connection: 'late',
        clustered: true,
        dimmed: false,
      },
    ]);
  });

  it('forgets vehicles that are gone', () => {
    layer.update([live('a'), live('b')]);
    layer.removeVehicles(['a', 'unheard-of']);
    expect(worker.last('remove').slots).toEqual([0]);
    worker.say({ type: 'in-view', slots: Uint32Array.from([0, 1]) });
    expect(heard.inView).toHaveBeenCalledWith(['b']);
  });

  it('lets no other vehicle stand out for a selected one that left and came back', () => {
    layer.update([live('a'), live('b')]);
    layer.setEmphasis({ selected: 'a', hovered: null, followed: false });
    layer.removeVehicles(['a', 'b']);
    // All is read again, in another order.
    layer.update([live('c'), live('b'), live('a')]);
    const { packed } = worker.last('vehicles');
    const slotOfA = packed[2 * packedStride];
    expect(worker.last('emphasis').emphasis.selected).toBe(slotOfA);
    expect([packed[0], packed[packedStride]]).not.toContain(slotOfA);
  });

  it('hands over a trail in order', () => {
    layer.setTrail([
      { latitude: -11, longitude: -46, at: 5 },
      { latitude: -12, longitude: -47, at: 6 },
    ]);
    expect([...worker.last('trail').points]).toEqual([-46, -11, 5, -47, -12, 6]);
  });
});

describe('numbers for identifiers', () => {
  it('are used again once released, and only then', () => {
    const slots = createSlots();
    expect([slots.of('a'), slots.of('b'), slots.of('a')]).toEqual([0, 1, 0]);
    expect(slots.release('a')).toBe(0);
    expect(slots.release('a')).toBeUndefined();
    expect(slots.idOf(0)).toBeUndefined();
    expect([slots.of('c'), slots.of('d')]).toEqual([0, 2]);
  });
});

describe('a packed vehicle', () => {
  const fix = live('a').fix;

  it.each(['no-position', 'out-of-range'] as const)(
    'has no place when its fix has %s',
    (problem) => {
      const flagged = fix && { ...fix, problems: [problem] };
      expect(placeOfFix(flagged)).toBeNull();
      const packed = packVehicles([live('a', { fix: flagged })], () => 4);
      expect(packed[0]).toBe(4);
      expect(packed[1]).toBeNaN();
      expect(packed[2]).toBeNaN();
    },
  );

  it('keeps its place when its clock is ahead: the place is right, the time is not', () => {
    expect(placeOfFix(fix && { ...fix, problems: ['future'] })).toEqual({
      latitude: -11.1,
      longitude: -46.9,
    });
  });

  it('has neither place nor heading without a fix', () => {
    const packed = packVehicles([live('a', { fix: null, motion: 'unknown' })], () => 0);
    expect([...packed.slice(1, 4)]).toEqual([NaN, NaN, NaN]);
  });
});
