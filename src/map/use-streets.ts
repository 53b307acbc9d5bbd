import type { Streets } from '@contract/streets';
import { useBridge } from '@/bridge';
import { shallowRef, type ShallowRef } from 'vue';

/** Streets by the bridge they came over: each page asks once, whatever the number of its maps. */
const asked = new WeakMap<object, ShallowRef<Streets | null>>();

/** The streets of the demo fleet's area once they are there; null on any other connection. */
export function useStreets(): Readonly<ShallowRef<Streets | null>> {
  const bridge = useBridge();
  const known = asked.get(bridge);
  if (known) return known;
  const streets = shallowRef<Streets | null>(null);
  asked.set(bridge, streets);
  void bridge.basemap.streets().then((answer) => {
    if (answer.ok) streets.value = answer.data;
    // The world below is drawn without them; the next map of the page asks again.
    else asked.delete(bridge);
  });
  return streets;
}
