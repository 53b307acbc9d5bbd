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

  /** Changes that one press made one after the other, by their ids: they share a set. */
  const pressed = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

  /** Changes were made by one press, so that one press takes them back. */
  function groupTogether(ids: readonly string[]): void {
    const group = new Set(ids);
    pressed.value = new Map([...pressed.value, ...ids.map((id) => [id, group] as const)]);
  }

  function newestOf(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const last = changes.at(-1);
    if (!last) return [];
    const group = pressed.value.get(last.id);
    return changes.filter(
      ({ id, createdAt }) => createdAt === last.createdAt || group?.has(id) === true,
    );
  }

  /** Changes that are held for their ten seconds. */
  const held = computed(() => newestOf(outbox.held));
  /** What one press takes back. */
  const newest = computed(() => {
    if (held.value.length > 0) return held.value;
    // Of an action that went out in part only the rest could be taken back: its panel says so first.
    return newestOf(
      outbox.entries.filter((entry) => canBeUndone(entry) && !outbox.isSentInPart(entry)),
    );
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

  return { held, newest, undo, isBusy, outcome, groupTogether };
});
