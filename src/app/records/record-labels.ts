import type { CollectionName } from '@contract/collections';
import type { RecordRow } from '@contract/records';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import { useRecordsStore } from '../stores/records-store';

const keysAtMost = 500;

/** Fields that name a record, the best first. */
const namingFields: Record<CollectionName, readonly string[]> = {
  vehicles: ['plate', 'code', 'vin'],
  devices: ['name', 'imei'],
  chips: ['serial', 'number'],
  users: ['name', 'username'],
  roles: ['name'],
  enterprises: ['name'],
};

/** The field that names most records of a collection: lists to choose from are sorted by it. */
export function nameFieldOf(collection: CollectionName): string {
  return namingFields[collection][0] ?? 'name';
}

/** What a record is called wherever one is named; null where nothing names it. */
export function labelOfRecord(
  collection: CollectionName,
  fields: RecordRow['fields'],
): string | null {
  for (const field of namingFields[collection]) {
    const value = fields[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/**
 * Names of records that others refer to. Asking for one is enough: it is read from the store with
 * all that are asked for in the same moment, and again once it changes.
 */
export const useRecordLabels = defineStore('record-labels', () => {
  const labels = shallowReactive(new Map<string, string | null>());
  const wanted = new Map<CollectionName, Set<string>>();
  const records = useRecordsStore();

  records.onPatch((patch) => {
    if (!patch) labels.clear();
    for (const [collection, keys] of Object.entries(patch?.changed ?? {})) {
      for (const name of [...labels.keys()]) {
        const [of, key = ''] = name.split(' ');
        if (of === collection && (keys?.includes(key) ?? true)) labels.delete(name);
      }
    }
  });

  async function read(collection: CollectionName, keys: string[]): Promise<void> {
    const answer = await useBridge().records.rows({ collection, keys });
    const rows = new Map(answer.ok ? answer.data.map((row) => [row.key, row]) : []);
    for (const key of keys) {
      const row = rows.get(key);
      labels.set(`${collection} ${key}`, row ? labelOfRecord(collection, row.fields) : null);
    }
  }

  function readWanted(): void {
    for (const [collection, keys] of wanted) {
      const all = [...keys];
      for (let at = 0; at < all.length; at += keysAtMost) {
        void read(collection, all.slice(at, at + keysAtMost));
      }
    }
    wanted.clear();
  }

  /** The name of a record; null while it is being read and where it is not kept. */
  function labelOf(collection: CollectionName, key: string): string | null {
    const known = labels.get(`${collection} ${key}`);
    if (known !== undefined) return known;
    if (wanted.size === 0) queueMicrotask(readWanted);
    wanted.set(collection, (wanted.get(collection) ?? new Set()).add(key));
    return null;
  }

  return { labelOf };
});
