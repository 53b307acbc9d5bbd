import type { AppError } from '@contract/errors';
import type { OutboxEntry } from '@contract/outbox';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { useOutboxStore } from './stores/outbox-store';

/** What became of the last undo: the deletes that were taken back, or why they were not. */
export type UndoOutcome = { undone: readonly OutboxEntry[]; error: AppError | null };

/**
 * Taking back deletes that still wait: the newest at once, with those made together with it. One
 * that is held is on its way out in seconds, so it comes before those that wait for the line.
 */
export const useUndo = defineStore('undo', () => {
  const outbox = useOutboxStore();
  const isBusy = ref(false);
  const outcome = shallowRef<UndoOutcome | null>(null);

  function newestOf(deletes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const last = deletes.at(-1);
    return last ? deletes.filter(({ createdAt }) => createdAt === last.createdAt) : [];
  }

  /** Deletes that are held for their ten seconds. */
  const held = computed(() => newestOf(outbox.held));
  /** What one press takes back. */
  const newest = computed(() => {
    if (held.value.length > 0) return held.value;
    return newestOf(
      outbox.entries.filter(({ kind, state }) => kind === 'delete' && state === 'waiting'),
    );
  });

  async function undo(): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    const wanted = newest.value;
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
