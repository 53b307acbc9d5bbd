import type { CollectionName } from '@contract/collections';
import { collectionNames, referencesOf } from '@contract/resources';
import type { CollectionSync, RecordKey, RecordsPatch } from '@contract/records';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowReactive, shallowRef } from 'vue';

const unread: CollectionSync = {
  phase: 'waiting',
  read: 0,
  completedAt: null,
  pagingRefused: false,
  count: 0,
};

/** How far each kept collection has been read, and word of what changes in them. */
export const useRecordsStore = defineStore('records', () => {
  const syncs = shallowRef<Readonly<Record<CollectionName, CollectionSync>>>({});
  const named = shallowReactive(new Set<CollectionName>());
  const listeners = new Set<(patch: RecordsPatch | null) => void>();
  const renamed = new Map<RecordKey, RecordKey>();
  let started: Promise<void> | undefined;

  /** How far a collection has been read. */
  function syncOf(collection: CollectionName): CollectionSync {
    return syncs.value[collection] ?? unread;
  }

  /** Whether anybody, a relation or a person, named a record that no list tells. */
  async function readNamed(collection: CollectionName): Promise<void> {
    const filters = [{ field: 'name', isPresent: true }];
    const query = { collection, search: '', filters, sort: [], withGone: false };
    const found = await useBridge().records.find(query);
    if (found.ok && found.data.keys.length > 0) named.add(collection);
    else named.delete(collection);
  }

  function readNames(patch: RecordsPatch | null): void {
    for (const collection of collectionNames()) {
      const isMeant = patch === null || patch.changed[collection] !== undefined;
      if (isMeant && syncOf(collection).phase === 'off') void readNamed(collection);
    }
  }

  function tell(patch: RecordsPatch | null): void {
    for (const listener of [...listeners]) listener(patch);
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      let isFirst = true;
      useBridge().subscribe('records', {
        snapshot(snapshot) {
          syncs.value = { ...syncs.value, ...snapshot.syncs };
          readNames(null);
          // After a hole in the news anything may have changed.
          if (!isFirst) tell(null);
          isFirst = false;
          resolve();
        },
        patch(patch) {
          syncs.value = { ...syncs.value, ...patch.syncs };
          readNames(patch);
          for (const [key, next] of Object.entries(patch.renamed)) renamed.set(key, next);
          tell(patch);
        },
      });
    });
    return started;
  }

  return {
    syncOf,
    start,
    /** Hears of every change until the answer is called; null: anything may have changed. */
    onPatch(listener: (patch: RecordsPatch | null) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The field refers to records that no list of this service tells, and of which none has a name. */
    isNameless(collection: CollectionName, field: string): boolean {
      const other = referencesOf(collection, field);
      return other !== undefined && syncOf(other).phase === 'off' && !named.has(other);
    },
    /** What a record is called now: a local key gives way to the service's. */
    currentKey: (key: RecordKey): RecordKey => renamed.get(key) ?? key,
  };
});
