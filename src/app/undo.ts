import type { AppError } from '@contract/errors';
import { canBeUndone, type OutboxEntry } from '@contract/outbox';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { useOutboxStore } from './stores/outbox-store';

/** What became of the last undo: the changes that were taken back, or why they were not. */
export type UndoOutcome = { undone: readonly OutboxEntry[]; error: AppError | null };

/**
 * Taking back what still waits and takes something away (a delete, a removal, a deactivation): the
 * newest at once, with those made together with it. One that is held goes out in seconds, so it
 * comes before those that wait for the connection.
 */
export const useUndo = defineStore('undo', () => {
  const outbox = useOutboxStore();
  const isBusy = ref(false);
  const outcome = shallowRef<UndoOutcome | null>(null);

  function newestOf(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const last = changes.at(-1);
    return last ? changes.filter(({ createdAt }) => createdAt === last.createdAt) : [];
  }

  /** Changes that are held for their ten seconds. */
  const held = computed(() => newestOf(outbox.held));
  /** What one press takes back. */
  const newest = computed(() => {
    if (held.value.length > 0) return held.value;
    return newestOf(outbox.entries.filter(canBeUndone));
  });

  async function undo(): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    // The parts of one action are taken back together, by the first of them.
    const wanted = newest.value.filter(
      ({ action }, index, all) =>
        action === null || all.findIndex((other) => other.action === action) === index,
    );
    const answers = await Promise.all(wanted.map(({ id }) => useBridge().outbox.undo(id)));
    isBusy.value = false;
    const refused = answers.find((answer) => !answer.ok);
    outcome.value = {
      undone: wanted.filter((_, index) => answers[index]?.ok),
      error: refused && !refused.ok ? refused.error : null,
    };
  }

  return { held, newest, undo, isBusy, outcome };
});
