import { fail, succeed, type AppError, type Result } from '@contract/errors';
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';

/**
 * What a person can do to the outbox. One call at a time; the error of the last one stays until
 * the next or until it is put away.
 */
export const useOutboxVerbs = defineStore('outbox-verbs', () => {
  const isBusy = ref(false);
  const error = shallowRef<AppError | null>(null);
  const session = useSessionStore();
  const queue = useOutboxStore();
  const undo = useUndo();

  /** Whether it was done. */
  async function run(call: () => Promise<Result<unknown>>): Promise<boolean> {
    if (isBusy.value) return false;
    isBusy.value = true;
    error.value = null;
    const answer = await call();
    isBusy.value = false;
    if (!answer.ok) error.value = answer.error;
    return answer.ok;
  }
  const outbox = () => useBridge().outbox;

  return {
    isBusy,
    error,
    /** Nothing goes out now: what is decided here waits for the connection, or for a person. */
    isSentLater: computed(() => session.isFrozen || queue.isPaused),
    clear(): void {
      error.value = null;
    },
    sendNow: () => run(() => outbox().sendNow()),
    pause: (isPaused: boolean) => run(() => outbox().pause(isPaused)),
    undo: (entryId: string) =>
      run(async () => {
        const why = await undo.undoOf(entryId);
        return why === null ? succeed(undefined) : fail(why);
      }),
    /** `withReleased`: also what only waited for it. */
    discard: (entryId: string, withReleased = false) =>
      run(() => outbox().discard({ entryId, withReleased })),
    decide: (entryId: string, verdict: 'applied' | 'sendAgain') =>
      run(() => outbox().decide({ entryId, verdict })),
    correct: (correction: Parameters<ReturnType<typeof outbox>['correct']>[0]) =>
      run(() => outbox().correct(correction)),
    resolve: (resolution: Parameters<ReturnType<typeof outbox>['resolve']>[0]) =>
      run(() => outbox().resolve(resolution)),
  };
});
