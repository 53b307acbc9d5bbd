import type { AppError } from '@contract/errors';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { useOutboxStore } from './stores/outbox-store';

/** Taking back deletes that still wait: the newest at once, with those made together with it. */
export const useUndo = defineStore('undo', () => {
  const outbox = useOutboxStore();
  const isBusy = ref(false);
  const error = shallowRef<AppError | null>(null);

  /** What one press takes back. */
  const newest = computed(() => {
    const last = outbox.held.at(-1);
    return last ? outbox.held.filter(({ createdAt }) => createdAt === last.createdAt) : [];
  });

  async function undo(): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = null;
    const answers = await Promise.all(newest.value.map(({ id }) => useBridge().outbox.undo(id)));
    isBusy.value = false;
    const refused = answers.find((answer) => !answer.ok);
    if (refused && !refused.ok) error.value = refused.error;
  }

  return { newest, undo, isBusy, error };
});
