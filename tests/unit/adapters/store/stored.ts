import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { CollectionName } from '@contract/collections';
import type { Fields, RecordKey, RecordQuery } from '@contract/records';
import type { StoredFix } from '@core/ports/kept-tracks';
import type {
  Store,
  StoreChange,
  StoredAssociation,
  StoredDeletion,
  StoredEntry,
} from '@core/ports/store';
import { openInlineStore } from '@adapters/store/inline-store';

export const KEY = '4f'.repeat(32);

/**
 * A store in memory that is closed with the test. Whatever the test wrote, each row is signed as it
 * is: a statement that forgets to sign fails here.
 */
export async function openStore(): Promise<Store> {
  const store = await openInlineStore(null, '');
  onTestFinished(async () => {
    while (!(await store.check(10_000, 0)).isOver);
    expect(await store.damage()).toBeNull();
    await store.close();
  });
  return store;
}

/** A folder that goes with the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-store-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** An identifier as the service gives them: `v1` → `v1AAAAAAAAAAAAA`. */
export function id(name: string): string {
  return name.padEnd(15, 'A');
}

/** A local key. */
export function local(name: string): string {
  return `local:${name.padEnd(24, '0')}`;
}

export function told(
  collection: CollectionName,
  records: Readonly<Record<string, Fields>>,
  terms: { pass?: number | null; at?: number } = {},
): StoreChange {
  return {
    kind: 'told',
    collection,
    records: Object.entries(records).map(([name, fields]) => ({
      id: id(name),
      fields,
      raw: { id: id(name), attributes: fields },
      unread: [],
    })),
    pass: terms.pass ?? null,
    at: terms.at ?? 1_000,
  };
}

export function pending(
  key: RecordKey,
  fields: Fields | null,
  terms: Partial<Extract<StoreChange, { kind: 'pending' }>> = {},
): StoreChange {
  const mark = fields === null ? 'none' : 'waiting';
  return { kind: 'pending', collection: 'vehicles', key, pending: fields, mark, ...terms };
}

export function entry(name: string, terms: Partial<StoredEntry> = {}): StoredEntry {
  return {
    id: name,
    seq: 0,
    kind: 'update',
    subject: { collection: 'vehicles', key: id('v1'), label: 'ABC-1234' },
    other: null,
    side: null,
    associationKey: null,
    fields: { plate: 'NEW-0001' },
    base: { plate: 'ABC-1234' },
    password: null,
    state: 'waiting',
    trouble: null,
    action: null,
    after: [],
    notBefore: null,
    createdAt: 5,
    changedAt: 6,
    sentAt: null,
    attempts: 0,
    firstSentAt: null,
    wasInDoubt: false,
    taken: null,
    pack: null,
    storedDifferently: [],
    snapshot: null,
    ...terms,
  };
}

export function association(
  key: RecordKey,
  terms: Partial<StoredAssociation> = {},
): StoredAssociation {
  return {
    key,
    side: 'devices',
    vehicleKey: id('v1'),
    otherKey: id('d1'),
    isMain: false,
    createdAt: 10,
    mark: 'none',
    pendingMain: null,
    ...terms,
  };
}

export function deletion(name: string, terms: Partial<StoredDeletion> = {}): StoredDeletion {
  return {
    id: name,
    subject: { collection: 'vehicles', key: id('v1'), label: 'ABC-1234' },
    snapshot: { fields: { plate: 'ABC-1234' }, raw: null, listed: ['devices'], associations: [] },
    unread: [],
    deletedAt: 100,
    recreatedAs: null,
    ...terms,
  };
}

export function fix(vehicleId: string, at: number, lookedAt = at): StoredFix {
  return {
    vehicleId,
    lookedAt,
    fix: {
      at,
      latitude: -21.1,
      longitude: -47.8,
      speed: 42.5,
      heading: 90,
      ignition: true,
      battery: null,
      output1: 'on',
      problems: [],
    },
  };
}

export function find(store: Store, search: string, terms: Partial<RecordQuery> = {}) {
  return store.find({
    collection: 'vehicles',
    search,
    filters: [],
    sort: [],
    withGone: false,
    ...terms,
  });
}

export async function recordOf(
  store: Store,
  key: RecordKey,
  collection: CollectionName = 'vehicles',
) {
  const [record] = await store.records(collection, [key]);
  return record ?? null;
}
