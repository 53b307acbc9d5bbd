import { useBridge } from '@/bridge';
import { onScopeDispose, shallowRef } from 'vue';

/** Beyond these nobody looks for the nearest vehicle. */
const mostChecked = 10;
/** So many wait for their turn at once: a click of the person meanwhile waits for no more. */
const atOnce = 2;

/** How far the checking of the nearest vehicles has come. */
export type NearestCheck = { done: number; failed: number; total: number; isOver: boolean };

/** Looks at the nearest vehicles before all others, the nearest first. */
export function useCheckNearest() {
  const bridge = useBridge();
  const check = shallowRef<NearestCheck | null>(null);
  /** Which check the answers belong to; another one, or the end, makes those before it void. */
  let current = 0;

  async function start(vehicleIds: readonly string[]): Promise<void> {
    current += 1;
    const mine = current;
    const waiting = vehicleIds.slice(0, mostChecked);
    const total = waiting.length;
    let [done, failed] = [0, 0];
    const tell = () => (check.value = { done, failed, total, isOver: done === total });
    tell();
    async function work(): Promise<void> {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const answer = await bridge.live.refresh(id);
        if (mine !== current) return;
        done += 1;
        if (!answer.ok) failed += 1;
        tell();
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  function end(): void {
    current += 1;
    check.value = null;
  }

  onScopeDispose(end);
  return { check, start, end };
}
