import type { OutboxEntry, OutboxPatch, OutboxSnapshot } from '@contract/outbox';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';

/** Sent changes that are remembered for a look back; older ones are in the records' histories. */
const sentAtMost = 200;

/** What a person entered and the service does not have yet, in the order it was made. */
export const useOutboxStore = defineStore('outbox', () => {
  const entries = shallowRef<readonly OutboxEntry[]>([]);
  /** What was sent since the page was opened, the newest first. */
  const sent = shallowRef<readonly OutboxEntry[]>([]);
  const isPaused = shallowRef(false);
  const secondsLeft = shallowRef<number | null>(null);
  const listeners = new Set<(patch: OutboxPatch) => void>();
  let started: Promise<void> | undefined;

  function take(snapshot: OutboxSnapshot): void {
    entries.value = snapshot.entries.filter(isOpen);
    isPaused.value = snapshot.isPaused;
    secondsLeft.value = snapshot.secondsLeft;
  }

  function change(patch: OutboxPatch): void {
    const byId = new Map(entries.value.map((entry) => [entry.id, entry]));
    for (const entry of patch.changed) {
      if (isOpen(entry)) byId.set(entry.id, entry);
      else byId.delete(entry.id);
    }
    for (const id of patch.removed) byId.delete(id);
    entries.value = [...byId.values()];
    const done = patch.changed.filter(({ state }) => state === 'sent');
    if (done.length > 0) sent.value = [...done.reverse(), ...sent.value].slice(0, sentAtMost);
    isPaused.value = patch.isPaused;
    secondsLeft.value = patch.secondsLeft;
    for (const listener of [...listeners]) listener(patch);
  }

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe('outbox', {
        snapshot(snapshot) {
          take(snapshot);
          resolve();
        },
        patch: change,
      });
    });
    return started;
  }

  /** Hears of every patch, once it is taken, until the answer is called. */
  function onPatch(listener: (patch: OutboxPatch) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    entries,
    sent,
    isPaused,
    secondsLeft,
    start,
    onPatch,
    attention: computed(() => entries.value.filter(({ state }) => state === 'attention')),
    /** Changes that are held so that they can be undone, the newest last. */
    held: computed(() => entries.value.filter(({ state }) => state === 'held')),
    unsent: computed(() => entries.value.length),
  };
});

function isOpen({ state }: OutboxEntry): boolean {
  return state !== 'sent' && state !== 'discarded';
}
