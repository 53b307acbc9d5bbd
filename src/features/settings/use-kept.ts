import type { AppError, Result } from '@contract/errors';
import { onMounted, ref, shallowRef, watch } from 'vue';

/** Counts what was deleted: the same data may be shown in several places of the page. */
const deletions = ref(0);

/**
 * What is kept of one kind of data on this computer: read at first, and again once something was
 * deleted anywhere on the page.
 */
export function useKept<T>(read: () => Promise<Result<T>>) {
  const kept = shallowRef<T | null>(null);
  /** Why it could not be read or deleted. */
  const error = shallowRef<AppError | null>(null);
  /** A person is asked whether to delete it. */
  const isAsking = ref(false);
  const isBusy = ref(false);

  async function take(call: Promise<Result<T>>): Promise<boolean> {
    const answer = await call;
    if (answer.ok) kept.value = answer.data;
    error.value = answer.ok ? null : answer.error;
    return answer.ok;
  }

  /** Takes the answer to a call that deletes something. */
  async function remove(call: Promise<Result<T>>): Promise<void> {
    isBusy.value = true;
    if (await take(call)) deletions.value += 1;
    isBusy.value = false;
    isAsking.value = false;
  }

  onMounted(() => void take(read()));
  watch(deletions, () => void take(read()));

  return { kept, error, isAsking, isBusy, remove };
}
