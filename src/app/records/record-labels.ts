import type { CollectionName } from '@contract/collections';
import { labelOf as nameRecord } from '@contract/resources';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import { useRecordsStore } from '../stores/records-store';

const keysAtMost = 500;

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

  async function read(collection: CollectionName, keys: string[]): Promise<() => void> {
    const answer = await useBridge().records.rows({ collection, keys });
    const rows = new Map(answer.ok ? answer.data.map((row) => [row.key, row]) : []);
    return () => {
      for (const key of keys) {
        const row = rows.get(key);
        labels.set(`${collection} ${key}`, row ? nameRecord(collection, row.fields) : null);
      }
    };
  }

  /** What was asked for together is shown together, so that nothing is drawn twice for it. */
  async function readWanted(): Promise<void> {
    const reads: Promise<() => void>[] = [];
    for (const [collection, keys] of wanted) {
      const all = [...keys];
      for (let at = 0; at < all.length; at += keysAtMost) {
        reads.push(read(collection, all.slice(at, at + keysAtMost)));
      }
    }
    wanted.clear();
    for (const show of await Promise.all(reads)) show();
  }

  /** The name of a record; null while it is being read and where it is not kept. */
  function labelOf(collection: CollectionName, key: string): string | null {
    const known = labels.get(`${collection} ${key}`);
    if (known !== undefined) return known;
    if (wanted.size === 0) queueMicrotask(() => void readWanted());
    wanted.set(collection, (wanted.get(collection) ?? new Set()).add(key));
    return null;
  }

  return { labelOf };
});
