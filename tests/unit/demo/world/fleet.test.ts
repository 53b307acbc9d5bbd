import { describe, expect, it } from 'vitest';
import { dealArchetypes, VEHICLE_TYPES } from '@demo/world/fleet/archetypes';
import {
  cpfOf,
  iccidOf,
  imeiOf,
  isCpf,
  isImei,
  luhnDigit,
  phoneOf,
  plateOf,
  vinDigit,
  vinOf,
} from '@demo/world/fleet/documents';
import { idOf, indexOf, uuidOf } from '@demo/world/fleet/ids';
import { dayOfAcc, accOf, localDayOf, toLocalIso, weekdayOf } from '@demo/world/driving/local-time';
import { World } from '@demo/world/world';
import { NEXT_DAY, worldAt } from './driving-fixture';

/** The Luhn test by its textbook: every second digit from the right doubled, digits summed. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const value = Number(char) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

describe('papers', () => {
  const indices = [0, 1, 2, 17, 999, 49_999];

  it('have IMEIs and SIM serials that pass the Luhn test', () => {
    for (const index of indices) {
      expect(imeiOf(1, index)).toMatch(/^\d{15}$/);
      expect(passesLuhn(imeiOf(1, index))).toBe(true);
      expect(iccidOf(1, index)).toMatch(/^8955\d{15}$/);
      expect(passesLuhn(iccidOf(1, index))).toBe(true);
    }
    expect(luhnDigit('7992739871')).toBe('3');
    expect(isImei('490154203237518')).toBe(true);
    expect(isImei('490154203237519')).toBe(false);
  });

  it('have CPFs with the right check digits', () => {
    for (const index of indices) expect(isCpf(cpfOf(1, index))).toBe(true);
    expect(isCpf('529.982.247-25')).toBe(true);
    expect(isCpf('529.982.247-26')).toBe(false);
    expect(isCpf('11111111111')).toBe(false);
  });

  it('have plates of the Mercosul form, VINs with their check digit, Brazilian mobile numbers', () => {
    for (const index of indices) {
      expect(plateOf(1, index)).toMatch(/^[A-Z]{3}\d[A-Z]\d{2}$/);
      const vin = vinOf(1, index, '9BD', 2020);
      expect(vin).toMatch(/^9BD[A-HJ-NPR-Z0-9]{14}$/);
      expect(vin.charAt(8)).toBe(vinDigit(vin));
      expect(phoneOf(1, 3202, index)).toMatch(/^\+55639\d{8}$/);
    }
    // A well-known example of the standard.
    expect(vinDigit('1M8GDM9AXKP042788')).toBe('X');
  });
});

describe('identifiers', () => {
  it('are 15 letters and digits, and lead back to their index', () => {
    for (const index of [0, 1, 61, 62, 50_000, 4_000_000]) {
      const id = idOf(3, 'vehicle', index);
      expect(id).toMatch(/^[a-zA-Z0-9]{15}$/);
      expect(indexOf(3, 'vehicle', id)).toBe(index);
      expect(indexOf(3, 'device', id)).toBe(-1);
      expect(indexOf(4, 'vehicle', id)).toBe(-1);
      expect(uuidOf(3, 'vehicle', index)).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      );
    }
    expect(indexOf(3, 'vehicle', 'aaaaaaaaaaaaaaa')).toBe(-1);
    expect(indexOf(3, 'vehicle', '')).toBe(-1);
  });
});

describe('the fleet', () => {
  it('has vehicles of every type, and all shifts in every part of it', () => {
    const deck = dealArchetypes(1);
    expect(new Set(deck.map(({ type }) => type))).toEqual(new Set(VEHICLE_TYPES));
    for (let first = 0; first < 120; first += 10) {
      const shifts = new Set(deck.slice(first, first + 10).map(({ shift }) => shift));
      expect(shifts).toEqual(new Set(['day', 'night', 'round-the-clock']));
    }
  });

  it('is the same for the same seed', () => {
    const [a, b, c] = [worldAt(NEXT_DAY), worldAt(NEXT_DAY + 1e6), worldAt(NEXT_DAY, 2)];
    for (const name of ['vehicles', 'devices', 'chips', 'users', 'roles', 'enterprises'] as const) {
      expect([...a[name]]).toEqual([...b[name]]);
      expect([...a[name]]).not.toEqual([...c[name]]);
    }
  });

  it('belongs to three to six enterprises', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { count } = worldAt(NEXT_DAY, seed).enterprises;
      expect(count).toBeGreaterThanOrEqual(3);
      expect(count).toBeLessThanOrEqual(6);
    }
  });

  it('has one association in force for every device that is in a vehicle, in both directions', () => {
    const world = worldAt(NEXT_DAY, 1, 300);
    const held = new Map<string, string>();
    for (const { id, enterpriseId } of world.vehicles) {
      for (const association of world.deviceAssociations.currentOf(id)) {
        expect(held.has(association.deviceId)).toBe(false);
        held.set(association.deviceId, association.id);
        expect(world.devices.get(association.deviceId)?.enterpriseId).toBe(enterpriseId);
        expect(world.deviceAssociations.get(association.id)).toEqual(association);
      }
      for (const association of world.userAssociations.ofVehicle(id)) {
        expect(world.users.get(association.userId)?.enterpriseId).toBe(enterpriseId);
      }
    }
    for (const { id } of world.devices) {
      expect(world.associationOfDevice(id)?.id).toBe(held.get(id));
    }
  });
});

describe('service orders', () => {
  const DAY = 86_400_000;

  it.each([
    ['2026-06-02T23:59:00Z', '2026-06-02'],
    ['2028-02-29T00:00:00Z', '2028-02-29'],
  ])('are due around the day of the demo: %s', (instant, day) => {
    const now = Date.parse(instant);
    const orders = [...worldAt(now / 1000, 3, 400).serviceOrders];
    expect(orders).toHaveLength(80);
    const dueIn = orders.map(({ dueDate }) => (Date.parse(dueDate ?? '') - Date.parse(day)) / DAY);
    expect(Math.min(...dueIn)).toBe(-12);
    expect(Math.max(...dueIn)).toBe(12);
    orders.forEach(({ state, createdAt, updatedAt }, index) => {
      const due = dueIn[index] ?? NaN;
      if (state === 'done' || state === 'canceled') expect(due).toBeLessThan(0);
      else expect(due).toBeGreaterThanOrEqual(-2);
      expect(Date.parse(createdAt)).toBeLessThan(Date.parse(day) + Math.min(0, due) * DAY);
      expect(updatedAt >= createdAt && Date.parse(updatedAt) <= now).toBe(true);
    });
  });

  it('stay as they are while the demo runs', () => {
    let now = Date.parse('2026-06-02T12:00:00Z');
    const world = new World(1, 60, () => now);
    const before = [...world.serviceOrders];
    now += 3 * DAY;
    expect([...world.serviceOrders]).toEqual(before);
  });
});

describe('local time', () => {
  it('is UTC-3, with days of its own', () => {
    const instant = Date.UTC(2026, 5, 3, 2, 59, 59) / 1000;
    expect(toLocalIso(instant)).toBe('2026-06-02T23:59:59-03:00');
    expect(accOf(localDayOf(instant))).toBe(20_260_602);
    expect(accOf(localDayOf(instant + 1))).toBe(20_260_603);
    expect(weekdayOf(localDayOf(instant))).toBe(2);
  });

  it('knows which keys are days', () => {
    expect(dayOfAcc(20_260_602)).toBe(localDayOf(Date.UTC(2026, 5, 2, 12) / 1000));
    for (const acc of [20_260_631, 20_261_301, 20_250_229, 0, 19_691_231])
      expect(dayOfAcc(acc)).toBeNull();
    expect(dayOfAcc(20_240_229)).not.toBeNull();
  });
});
