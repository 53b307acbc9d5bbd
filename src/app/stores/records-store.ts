import { collectionNames, type CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import type { CollectionSync, RecordKey, RecordsPatch } from '@contract/records';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

const unread: CollectionSync = {
  phase: 'waiting',
  read: 0,
  completedAt: null,
  pagingRefused: false,
  count: 0,
};

/** How far each kept collection has been read, and word of what changes in them. */
export const useRecordsStore = defineStore('records', () => {
  const syncs = shallowRef(
    Object.fromEntries(collectionNames.map((name) => [name, unread])) as Record<
      CollectionName,
      CollectionSync
    >,
  );
  const listeners = new Set<(patch: RecordsPatch | null) => void>();
  const renamed = new Map<RecordKey, RecordKey>();
  let started: Promise<void> | undefined;

  function tell(patch: RecordsPatch | null): void {
    for (const listener of [...listeners]) listener(patch);
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      let isFirst = true;
      useBridge().subscribe('records', {
        snapshot(snapshot) {
          syncs.value = { ...syncs.value, ...snapshot.syncs };
          // After a hole in the news anything may have changed.
          if (!isFirst) tell(null);
          isFirst = false;
          resolve();
        },
        patch(patch) {
          syncs.value = { ...syncs.value, ...patch.syncs };
          for (const [key, next] of Object.entries(patch.renamed)) renamed.set(key, next);
          tell(patch);
        },
      });
    });
    return started;
  }

  return {
    syncs,
    start,
    /** Hears of every change until the answer is called; null: anything may have changed. */
    onPatch(listener: (patch: RecordsPatch | null) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The field refers to records whose names no list of this service tells. */
    isNameless(collection: CollectionName, field: string): boolean {
      const { references: other } = fieldsOf(collection)[field] ?? {};
      return other !== undefined && syncs.value[other].phase === 'off';
    },
    /** What a record is called now: a local key gives way to the service's. */
    currentKey: (key: RecordKey): RecordKey => renamed.get(key) ?? key,
  };
});
