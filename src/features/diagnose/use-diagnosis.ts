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
  const error = shallowRef<AppError | null>(null);

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
    else if (answer.error.code !== 'cancelled') error.value = answer.error;
  }

  /** All that costs nothing. */
  async function runAll(): Promise<void> {
    error.value = null;
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
    error,
    isRunning: computed(() => running.size > 0),
    run,
    runAll,
    cancel,
  };
}
