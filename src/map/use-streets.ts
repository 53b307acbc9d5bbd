import { joinStreets } from '@contract/rules/street-lines';
import type { Streets } from '@contract/streets';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { shallowRef, watch, type ShallowRef } from 'vue';

/** What a page knows of streets, for all of its maps. */
type Known = {
  streets: ShallowRef<Streets | null>;
  /** The connection that they are of. */
  of: string | null;
  /** The session as far as the answer depends on it; it may change while a question is under way. */
  now: string;
  isAsking: boolean;
};

/** By the bridge they came over. */
const known = new WeakMap<object, Known>();

/**
 * The streets of the demo fleet's area once they are there; null on any other connection. None is
 * no last word: who is offline or not signed in yet gets none, so it is asked again once that changes.
 */
export function useStreets(): Readonly<ShallowRef<Streets | null>> {
  const bridge = useBridge();
  const session = useSessionStore();
  const mine: Known = known.get(bridge) ?? {
    streets: shallowRef(null),
    of: null,
    now: '',
    isAsking: false,
  };
  known.set(bridge, mine);

  async function ask(now: string): Promise<void> {
    mine.now = now;
    const of = session.connection?.id ?? null;
    if (mine.isAsking || (mine.streets.value !== null && mine.of === of)) return;
    mine.isAsking = true;
    const answer = await bridge.basemap.streets();
    mine.isAsking = false;
    if (mine.now !== now) return ask(mine.now);
    mine.of = of;
    if (answer.ok) mine.streets.value = answer.data && joinStreets(answer.data);
  }

  watch(
    () => `${session.connection?.id ?? ''} ${session.state.phase} ${session.link.state}`,
    (now) => void ask(now),
    { immediate: true },
  );
  return mine.streets;
}
