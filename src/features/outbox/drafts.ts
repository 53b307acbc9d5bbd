import type { FieldValue } from '@contract/records';
import { defineStore } from 'pinia';
import { reactive } from 'vue';
import { useOutboxStore } from '@/app/stores/outbox-store';

/** What a person chose for one field of a conflict. */
export type Choice = { side: 'theirs' | 'mine' | 'other'; other: FieldValue };

/** What a person has begun to put right about a change, before it is sent. */
export type Draft = {
  /** Values of a refused change by field; only those that were touched. */
  fields: Record<string, FieldValue>;
  /** Choices of a conflict by field. */
  choices: Record<string, Choice>;
};

/**
 * Corrections that were begun. They outlive a look at another change or screen, and end with the
 * change itself. A password is none of them: it is kept nowhere.
 */
export const useDrafts = defineStore('outbox-drafts', () => {
  const drafts = reactive(new Map<string, Draft>());

  useOutboxStore().onPatch(({ removed }) => {
    for (const id of removed) drafts.delete(id);
  });

  function of(entryId: string): Draft {
    const found = drafts.get(entryId);
    if (found) return found;
    drafts.set(entryId, { fields: {}, choices: {} });
    return of(entryId);
  }

  return {
    of,
    /** It was sent: whatever comes back is another matter. */
    end: (entryId: string) => drafts.delete(entryId),
  };
});
