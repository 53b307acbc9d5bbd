import { associationSides, type AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import { derivedOf, type Derived } from '@contract/resources';
import { useRecordsStore } from '@/app/stores/records-store';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef } from 'vue';

/** How far the vehicles' associations of one side have been listed. */
export type Reach = { side: AssociationSide; checked: number; of: number };

/** A check of one vehicle changes little: it is counted at most this often, milliseconds. */
const countAfter = 1_000;

/** The sides of associations that a list's derived values are worked out of. */
function sidesOf(collection: CollectionName): AssociationSide[] {
  const sides = new Set<AssociationSide>();
  const gather = ({ from, column }: Derived, of: CollectionName): void => {
    if (column === undefined || typeof from === 'string') return;
    if ('association' in from) sides.add(from.association);
    if (!('through' in from)) return;
    const other = derivedOf(of)[from.through]?.references;
    const next = other && derivedOf(other)[from.derived];
    if (other && next) gather(next, other);
  };
  for (const derived of Object.values(derivedOf(collection))) gather(derived, collection);
  return associationSides.filter((side) => sides.has(side));
}

/** The value of vehicles that tells what is on that side of them. */
function fieldOf(side: AssociationSide): string | undefined {
  return Object.entries(derivedOf('vehicles')).find(
    ([, { from }]) =>
      typeof from !== 'string' && 'association' in from && from.association === side,
  )?.[0];
}

/** How far the checking of vehicles got that a list's columns depend on; only what is not whole. */
export function useReach(collection: CollectionName) {
  const bridge = useBridge();
  const records = useRecordsStore();
  const unchecked = shallowRef<readonly { side: AssociationSide; count: number }[]>([]);
  // How many vehicles there are may be known later than how many of them were not checked.
  const reach = computed(() => {
    const of = records.syncOf('vehicles').count;
    return unchecked.value.flatMap(({ side, count }): Reach[] => {
      const checked = Math.max(0, of - count);
      return checked < of ? [{ side, checked, of }] : [];
    });
  });
  const sides = sidesOf(collection);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function count(): Promise<void> {
    timer = undefined;
    const all = await Promise.all(
      sides.map(async (side) => {
        const field = fieldOf(side);
        const answer = field && (await bridge.records.values({ collection: 'vehicles', field }));
        if (!answer || !answer.ok) return null;
        return { side, count: answer.data.find(({ isUnknown }) => isUnknown)?.count ?? 0 };
      }),
    );
    if (isOver) return;
    unchecked.value = all.flatMap((each) => each ?? []);
  }

  function countLater(): void {
    timer ??= setTimeout(() => void count(), countAfter);
  }

  if (sides.length > 0) {
    void count();
    const stop = records.onPatch((patch) => {
      if (patch === null || 'vehicles' in patch.changed) countLater();
    });
    onScopeDispose(() => {
      isOver = true;
      stop();
      clearTimeout(timer);
    });
  }
  return reach;
}
