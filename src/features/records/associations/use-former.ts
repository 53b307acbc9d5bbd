import type { AssociationSide, FormerAssociation } from '@contract/associations';
import type { RecordKey } from '@contract/records';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useRecordsStore } from '@/app/stores/records-store';
import { useBridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch } from 'vue';

/** What is on a vehicle no more, or the vehicles that a device or person left, as it changes. */
export function useFormer(of: {
  view: 'vehicle' | 'other';
  side: AssociationSide;
  key: () => RecordKey;
}) {
  const { associations } = useBridge();
  const { side } = of;
  const former = shallowRef<readonly FormerAssociation[]>([]);
  let attempt = 0;

  async function read(): Promise<void> {
    attempt += 1;
    const mine = attempt;
    const key = of.key();
    const whose = of.view === 'vehicle' ? { side, vehicleKey: key } : { side, otherKey: key };
    const answer = await associations.former(whose);
    // What is not known of the past is left out: the list of now tells its own troubles.
    if (mine === attempt) former.value = answer.ok ? answer.data : [];
  }

  watch(of.key, () => void read(), { immediate: true });
  const stops = [
    useRecordsStore().onPatch((patch) => {
      const { vehicles, [side]: others } = patch?.changed ?? {};
      if (patch === null || vehicles !== undefined || others !== undefined) void read();
    }),
    useOutboxStore().onPatch(({ changed }) => {
      if (changed.some((entry) => entry.side === side && entry.state === 'sent')) void read();
    }),
  ];
  onScopeDispose(() => {
    for (const stop of stops) stop();
    attempt += 1;
  });
  return former;
}
