import type { AppError } from '@contract/errors';
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { timeNow } from './clock';

/** So long a change can be undone, milliseconds. */
const undoFor = 10_000;
/** So long it is read what became of an undo, milliseconds. */
const readFor = 6_000;

/** A change that was made on this computer alone, and what takes it back. */
export type OwnChange = {
  /** What was done, as a sentence. */
  said: string;
  /** Takes it back; answers why it could not be. */
  undo: () => Promise<AppError | null>;
};

/**
 * The last change of what an office keeps for itself, such as tags, while it can be undone. Changes
 * that go to the service are held in the outbox instead.
 */
export const useOwnUndo = defineStore('own-undo', () => {
  const offered = shallowRef<(OwnChange & { at: number }) | null>(null);
  /** What became of the last undo: undone, or why not. */
  const outcome = shallowRef<{ error: AppError | null } | null>(null);
  const isBusy = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function endIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(forget, milliseconds);
  }

  function forget(): void {
    clearTimeout(timer);
    offered.value = null;
    outcome.value = null;
  }

  async function undo(): Promise<void> {
    const change = offered.value;
    if (change === null || isBusy.value) return;
    isBusy.value = true;
    clearTimeout(timer);
    const error = await change.undo();
    isBusy.value = false;
    // What was done meanwhile is what can be undone now.
    if (offered.value !== change) return;
    if (error === null) offered.value = null;
    outcome.value = { error };
    endIn(error === null ? readFor : undoFor);
  }

  return {
    offered,
    outcome,
    isBusy,
    undo,
    forget,
    /** Offers the undo of a change that was just made; the one before it stays as it is. */
    offer(change: OwnChange): void {
      outcome.value = null;
      offered.value = { ...change, at: timeNow() };
      endIn(undoFor);
    },
  };
});
