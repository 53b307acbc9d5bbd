import type { Fix, LivePatch, LiveSnapshot, LiveVehicle } from '@contract/fixes';
import type { FleetPatch, FleetSnapshot, Vehicle } from '@contract/vehicles';
import { vi } from 'vitest';
import { useBridge } from '@/bridge';

/** Friday, 14:02:31 in São Paulo. */
export const now = Date.UTC(2026, 10, 27, 17, 2, 31);

/** A moving vehicle that was heard of 40 s ago and looked at 8 s ago. */
export function liveVehicle(
  vehicleId: string,
  change: Partial<LiveVehicle> = {},
  fix: Partial<Fix> | null = {},
): LiveVehicle {
  return {
    vehicleId,
    fix: fix && {
      at: now - 40_000,
      latitude: -11.1,
      longitude: -46.9,
      speed: 62,
      heading: 44,
      ignition: true,
      battery: 80,
      output1: null,
      problems: [],
      ...fix,
    },
    motion: 'moving',
    connection: 'live',
    lookedAt: now - 8000,
    staleAt: now + 600_000,
    association: 'known',
    device: null,
    ...change,
  };
}

/** A vehicle as the list knows it. */
export function listed(id: string, plate: string, change: Partial<Vehicle> = {}): Vehicle {
  return {
    id,
    plate,
    typeName: 'truck',
    brandName: 'Volvo',
    modelName: 'FH 540',
    year: null,
    color: null,
    code: null,
    description: null,
    vin: null,
    batch: null,
    enterpriseId: null,
    unread: [],
    ...change,
  };
}

/** What a page hears of live states, from the test in place of main. */
export interface LiveListener {
  snapshot(state: LiveSnapshot): void;
  patch(patch: LivePatch): void;
}

/** Keeps main's live states from a page; the answer is who listens for them, once somebody does. */
export function holdLive(): () => LiveListener | undefined {
  return hold<LiveListener>('live');
}

/** What a page hears of the fleet, from the test in place of main. */
export interface FleetListener {
  snapshot(state: FleetSnapshot): void;
  patch(patch: FleetPatch): void;
}

/** The same of the fleet. */
export function holdFleet(): () => FleetListener | undefined {
  return hold<FleetListener>('fleet');
}

function hold<Listener>(held: 'live' | 'fleet'): () => Listener | undefined {
  let listener: Listener | undefined;
  const subscribe = useBridge().subscribe;
  vi.spyOn(useBridge(), 'subscribe').mockImplementation((topic, given) => {
    if (topic !== held) return subscribe(topic, given);
    listener = given as unknown as Listener;
    return () => undefined;
  });
  return () => listener;
}
