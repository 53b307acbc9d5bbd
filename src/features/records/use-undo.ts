import type { Association } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import type { AppError } from '@contract/errors';
import { canBeUndone, type OutboxEntry } from '@contract/outbox';
import type { RecordKey } from '@contract/records';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useUndo as useUndoStore } from '@/app/undo';
import { useBridge } from '@/bridge';
import { computed, shallowRef } from 'vue';

/** Taking back the delete or deactivation of a single record while it is held. */
export function useUndo(collection: CollectionName) {
  const outbox = useOutboxStore();
  const error = shallowRef<AppError | null>(null);

  /** The held delete or deactivation of a record, the newest where there are several. */
  function heldOf(key: RecordKey): OutboxEntry | null {
    const held = outbox.held.findLast(
      ({ kind, subject }) =>
        (kind === 'delete' || kind === 'deactivate') &&
        subject.collection === collection &&
        subject.key === key,
    );
    return held ?? null;
  }

  async function undo({ id }: OutboxEntry): Promise<void> {
    error.value = await useUndoStore().undoOf(id);
  }

  return { heldOf, undo, error };
}

/** Whole seconds until a held change goes out; null where it is held no longer. */
export function secondsToUndo(entry: OutboxEntry | undefined | null, now: number): number | null {
  if (entry?.holdUp?.kind !== 'undo') return null;
  return Math.max(0, Math.ceil((entry.holdUp.until - now) / 1000));
}

/**
 * Taking back that a device or person leaves a vehicle, while that is held or waits for another
 * part of the same action.
 */
export function useUndoLeaving(association: () => Association) {
  const outbox = useOutboxStore();
  const held = computed(() => {
    const { side, vehicleKey, otherKey } = association();
    return outbox.entries.findLast(
      (entry) =>
        entry.kind === 'dissociate' &&
        (entry.state === 'held' || isBehindAnother(entry)) &&
        entry.side === side &&
        entry.subject.key === vehicleKey &&
        entry.other?.key === otherKey,
    );
  });

  /** Answers why it could not be taken back; null where it was. */
  async function undo(): Promise<AppError | null> {
    if (!held.value) return null;
    const { id, state } = held.value;
    if (state === 'held') return useUndoStore().undoOf(id);
    const answer = await useBridge().outbox.discard({ entryId: id, withReleased: false });
    return answer.ok ? null : answer.error;
  }

  return { isHeld: computed(() => held.value !== undefined), undo };
}

/**
 * Taking back that a device or person was added to a vehicle, while that is held or waits for the
 * connection, a person or another change. What only queues goes out in a moment: nothing is offered
 * for it.
 */
export function useUndoAdding(association: () => Association) {
  const outbox = useOutboxStore();
  const addition = computed(() => {
    const { side, vehicleKey, otherKey } = association();
    return outbox.entries.findLast(
      (entry) =>
        entry.kind === 'associate' &&
        (entry.state === 'held' || (entry.state === 'waiting' && entry.holdUp?.kind !== 'queue')) &&
        entry.side === side &&
        entry.subject.key === vehicleKey &&
        entry.other?.key === otherKey,
    );
  });
  /** What an undo takes back: the addition, and what was entered as one action with it. */
  const undoing = computed<readonly OutboxEntry[]>(() => {
    const own = addition.value;
    if (own === undefined || own.action === null) return own ? [own] : [];
    return outbox.entries.filter((each) => each.action === own.action && canBeUndone(each));
  });

  /** Answers why it could not be taken back; null where it was. */
  async function undo(): Promise<AppError | null> {
    return addition.value ? useUndoStore().undoOf(addition.value.id) : null;
  }

  return { undoing, undo };
}

/** It goes out after another part of its action, such as one that was refused. */
function isBehindAnother({ state, action, holdUp }: OutboxEntry): boolean {
  return state === 'waiting' && action !== null && holdUp?.kind === 'after';
}
