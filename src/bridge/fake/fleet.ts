import type { ConnectionState, LiveVehicle } from '@contract/fixes';
import type {
  CardDevice,
  CardDrivers,
  DeviceReference,
  Vehicle,
  VehicleCard,
} from '@contract/vehicles';
import { doingAt, habitOf } from './drive';

const models = [
  { typeName: 'truck', brandName: 'Volvo', modelName: 'FH 540', color: '#F5F5F5' },
  { typeName: 'van', brandName: 'Mercedes-Benz', modelName: 'Sprinter 416', color: '#FFFFFF' },
  { typeName: 'utility', brandName: 'Fiat', modelName: 'Fiorino', color: '#C0392B' },
  { typeName: 'pickup truck', brandName: 'Toyota', modelName: 'Hilux SRV', color: '#2C3E50' },
  { typeName: 'motorcycle', brandName: 'Honda', modelName: 'CG 160', color: '#111111' },
  { typeName: 'bus', brandName: 'Marcopolo', modelName: 'Torino', color: '#1F77B4' },
] as const;

/** People of the invented office. */
export const people = [
  'Ana Beatriz Carvalho',
  'João Pedro Nogueira',
  'Márcia Teixeira',
  'Rafael Lima Duarte',
  'Conceição Antunes',
  'Vinícius Prado',
  'Luciana Sant’Anna',
] as const;

/** Identifier number `index` of a kind, 15 characters. */
export function idOf(kind: string, index: number): string {
  return `${kind}${String(index).padStart(15 - kind.length, '0')}`;
}

function plateOf(index: number): string {
  const letter = (shift: number) => String.fromCharCode(65 + ((index * 7 + shift * 11) % 26));
  const digit = (shift: number) => (index * 3 + shift * 7) % 10;
  return `${letter(0)}${letter(1)}${letter(2)}-${digit(0)}${letter(3)}${digit(1)}${digit(2)}`;
}

/** The device on vehicle number `index`. */
export function deviceOf(index: number): DeviceReference {
  return {
    id: idOf('dev', index),
    name: `Tracker ${100 + index}`,
    imei: String(356_938_035_600_000 + index * 9973),
  };
}

/** The number that an identifier of the fake fleet stands for. */
export function indexOf(vehicleId: string): number {
  return Number(vehicleId.slice(3));
}

/** The vehicles of the fake fleet. */
export function fakeVehicles(count: number): Vehicle[] {
  return Array.from({ length: count }, (_, index) => {
    const model = models[index % models.length] ?? models[0];
    return {
      id: idOf('veh', index),
      plate: plateOf(index),
      ...model,
      year: String(2015 + (index % 10)),
      code: `F-${String(index + 1).padStart(3, '0')}`,
      description: null,
      vin: `9BW${String(index).padStart(14, 'A0B1C2D3E4F5G6')}`.slice(0, 17),
      batch: null,
      enterpriseId: null,
      unread: [],
    };
  });
}

/** How each vehicle's device reports: most are live, a few late, silent or never heard of. */
function connectionOf(index: number): { state: ConnectionState; behind: number } {
  if (index % 11 === 7) return { state: 'late', behind: 18 * 60_000 };
  if (index % 13 === 9) return { state: 'silent', behind: 5 * 3_600_000 };
  return { state: 'live', behind: (index % 5) * 9000 };
}

/** The live state of vehicle number `index` when it is looked at now. */
export function liveAt(index: number, now: number): LiveVehicle {
  const vehicleId = idOf('veh', index);
  if (index % 17 === 16) {
    return {
      vehicleId,
      fix: null,
      motion: 'unknown',
      connection: 'never',
      lookedAt: now,
      staleAt: now + 900_000,
      association: 'none',
      device: null,
    };
  }
  const { state, behind } = connectionOf(index);
  const at = now - behind;
  const doing = doingAt(habitOf(index), at);
  return {
    vehicleId,
    fix: {
      at,
      latitude: doing.place[1],
      longitude: doing.place[0],
      speed: doing.speed,
      heading: doing.heading,
      ignition: doing.motion !== 'parked',
      battery: 60 + (index % 40),
      output1: null,
      problems: [],
    },
    motion: doing.motion,
    connection: doing.motion === 'parked' && state === 'silent' ? 'live' : state,
    lookedAt: now,
    staleAt: now + 900_000,
    association: 'known',
    device: deviceOf(index),
  };
}

/** Most vehicles have a driver; every fourth one is seen by somebody else, too. */
function peopleOn(index: number): CardDrivers['value'] {
  const name = people[index % 7] ?? null;
  const driver = { id: idOf('usr', index), name, nature: 'DRIVER', phones: ['+5563995834891'] };
  if (index % 4 !== 0) return [driver];
  const other = { id: idOf('usr', index + 1), name: people[(index + 1) % 7] ?? null };
  return [driver, { ...other, nature: 'PERMISSION', role: 'OWNER' }];
}

/** What the card of a vehicle shows. */
export function cardOf(
  vehicleId: string,
  readAt: number,
): { device: CardDevice; drivers: CardDrivers } {
  const index = indexOf(vehicleId);
  return {
    device: { value: index % 17 === 16 ? null : deviceOf(index), readAt, error: null },
    drivers: {
      value: index % 6 === 5 ? [] : peopleOn(index),
      readAt,
      error: null,
    },
  };
}

/** What is kept of a vehicle's card: every other one was opened two hours ago. */
export function keptCardOf(vehicleId: string, now: number): VehicleCard {
  if (indexOf(vehicleId) % 2 === 1) return { device: null, drivers: null };
  return cardOf(vehicleId, now - 2 * 3_600_000);
}
