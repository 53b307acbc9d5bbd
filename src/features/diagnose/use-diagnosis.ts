import {
  checkIds,
  costlyChecks,
  type CheckId,
  type CheckInput,
  type CheckResult,
} from '@contract/diagnosis';
import type { AppError } from '@contract/errors';
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue';
import { useBridge } from '@/bridge';

/** The checks of one screen: what each found, which are under way, and a way to stop them. */
export function useDiagnosis(target: () => CheckInput['target']) {
  const results = shallowReactive(new Map<CheckId, CheckResult>());
  const running = shallowReactive(new Map<CheckId, AbortController>());
  /** The check that could not be made last; it is over once the same check answers. */
  const failed = shallowRef<{ id: CheckId; error: AppError } | null>(null);

  async function run(id: CheckId): Promise<void> {
    if (running.has(id)) return;
    const own = new AbortController();
    running.set(id, own);
    const answer = await useBridge().diagnosis.check(
      { id, target: target() },
      { signal: own.signal },
    );
    if (running.get(id) === own) running.delete(id);
    if (answer.ok) results.set(id, answer.data);
    else if (answer.error.code !== 'cancelled') failed.value = { id, error: answer.error };
    if (answer.ok && failed.value?.id === id) failed.value = null;
  }

  /** All that costs nothing. */
  async function runAll(): Promise<void> {
    failed.value = null;
    await Promise.all(checkIds.filter((id) => !costlyChecks.includes(id)).map(run));
  }

  function cancel(): void {
    for (const controller of running.values()) controller.abort();
    running.clear();
  }
  onScopeDispose(cancel);

  return {
    results,
    running,
    error: computed(() => failed.value?.error ?? null),
    isRunning: computed(() => running.size > 0),
    run,
    runAll,
    cancel,
  };
}
