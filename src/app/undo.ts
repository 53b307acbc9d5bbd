import type { AppError } from '@contract/errors';
import { canBeUndone, type OutboxEntry } from '@contract/outbox';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { useOutboxStore } from './stores/outbox-store';

/**
 * What became of the last undo: the changes that were taken back, how many of those made with them
 * had gone out already, or why nothing was taken back.
 */
export type UndoOutcome = {
  undone: readonly OutboxEntry[];
  tooLate: number;
  error: AppError | null;
};

/** The changes that one press makes one after the other: one undo takes them all back. */
export class Press {
  readonly ids = new Set<string>();
  /** Whether an undo took back what was made so far: nothing more is to be made. */
  isTakenBack = false;
}

/**
 * Taking back what still waits and takes something away (a delete, a removal, a deactivation): the
 * newest at once, with those made together with it. One that is held goes out in seconds, so it
 * comes before those that wait for the connection.
 */
export const useUndo = defineStore('undo', () => {
  const outbox = useOutboxStore();
  const isBusy = ref(false);
  const outcome = shallowRef<UndoOutcome | null>(null);

  /** Presses of the changes that were made by them, by the ids of the changes. */
  const presses = shallowRef<ReadonlyMap<string, Press>>(new Map());

  /** Notes changes as made by a press; where that was taken back meanwhile, they are, too. */
  async function note(press: Press, ids: readonly string[]): Promise<void> {
    for (const id of ids) press.ids.add(id);
    presses.value = new Map([...presses.value, ...ids.map((id) => [id, press] as const)]);
    if (press.isTakenBack) await Promise.all(ids.map((id) => useBridge().outbox.undo(id)));
  }

  /** Whether changes were made together, at once or by one press. */
  function areTogether(one: OutboxEntry, other: OutboxEntry): boolean {
    const press = presses.value.get(one.id);
    if (one.action !== null && one.action === other.action) return true;
    return one.createdAt === other.createdAt || press?.ids.has(other.id) === true;
  }

  function newestOf(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const last = changes.at(-1);
    return last ? changes.filter((each) => areTogether(last, each)) : [];
  }

  /** Changes made together with some, of the same kind, that have gone out. */
  function goneWith(changes: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const [first] = changes;
    if (!first) return [];
    const under = outbox.entries.filter(({ state }) => state === 'sending' || state === 'unsure');
    return [...under, ...outbox.sent].filter(
      (each) => each.kind === first.kind && areTogether(first, each),
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
    const all = newest.value;
    const wanted = all.filter(
      ({ action }, index) =>
        action === null || all.findIndex((other) => other.action === action) === index,
    );
    for (const { id } of wanted) {
      const press = presses.value.get(id);
      if (press) press.isTakenBack = true;
    }
    const gone = goneWith(wanted).length;
    const answers = await Promise.all(wanted.map(({ id }) => useBridge().outbox.undo(id)));
    isBusy.value = false;
    const taken = wanted.filter((_, index) => answers[index]?.ok);
    const undone = all.filter((each) =>
      taken.some(({ id, action }) => id === each.id || (action !== null && action === each.action)),
    );
    const errors = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    const late = errors.filter(
      ({ reason }) => reason === 'entry-done' || reason === 'sent-in-part',
    );
    const others = errors.filter((error) => !late.includes(error));
    outcome.value = {
      undone,
      tooLate: gone + late.length,
      error: others[0] ?? (undone.length === 0 ? late[0] : null) ?? null,
    };
  }

  return { held, newest, undo, isBusy, outcome, note };
});
