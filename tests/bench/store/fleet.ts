import type { StoreChange, StoredEntry, ToldRecord } from '@core/ports/store';
import { seeded } from '../seeded';

const BRANDS = ['Volkswagen', 'Citroën', 'Fiat', 'Chevrolet', 'Mercedes-Benz', 'Škoda', 'Iveco'];
const TOWNS = ['Ribeirão Preto', 'São José', 'Goiânia', 'Maringá', 'Uberlândia', 'Niterói'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const START = Date.UTC(2026, 0, 1);

/** So many vehicles as the service tells them, the same for the same seed. */
export function makeVehicles(count: number, seed: number): ToldRecord[] {
  const random = seeded(seed);
  const some = (signs: string, length: number): string =>
    Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
  const one = (words: readonly string[]): string =>
    words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const id = `V${String(index).padStart(14, '0')}`;
    const fields = {
      plate: `${some(LETTERS, 3)}-${some(DIGITS, 4)}`,
      typeName: 'CAR',
      brandName: one(BRANDS),
      modelName: `Modelo ${Math.floor(random() * 90)}`,
      year: String(1995 + Math.floor(random() * 31)),
      color: '#c0c0c0',
      code: `F-${index}`,
      vin: `9BW${some(LETTERS + DIGITS, 14)}`,
      description: `Filial ${one(TOWNS)}, carro ${index}`,
      enterpriseId: 'E00000000000001',
      createdAt: START + index,
      updatedAt: START + index,
      deactivatedAt: null,
    };
    const { createdAt, updatedAt, ...attributes } = fields;
    return {
      id,
      fields,
      raw: { id, type: 'vehicle', attributes, created_at: createdAt, updated_at: updatedAt },
      unread: [],
    };
  });
}

/** A vehicle's change as a person saves it: what it will look like, and what waits to be sent. */
export function makeChange(vehicle: ToldRecord, number: number): [StoreChange, StoredEntry] {
  const before = { description: vehicle.fields['description'] ?? null };
  const after = { description: `Oficina até sexta, ordem ${number}` };
  const subject = { collection: 'vehicles', key: vehicle.id, label: `F-${number}` } as const;
  return [
    { kind: 'pending', collection: 'vehicles', key: vehicle.id, pending: after, mark: 'waiting' },
    {
      id: `entry-${number}`,
      seq: 0,
      kind: 'update',
      subject,
      other: null,
      side: null,
      associationKey: null,
      fields: after,
      base: before,
      password: null,
      state: 'waiting',
      trouble: null,
      action: null,
      after: [],
      notBefore: null,
      createdAt: START,
      changedAt: START,
      sentAt: null,
      attempts: 0,
      firstSentAt: null,
      wasInDoubt: false,
      taken: null,
      pack: null,
      storedDifferently: [],
      snapshot: null,
    },
  ];
}
