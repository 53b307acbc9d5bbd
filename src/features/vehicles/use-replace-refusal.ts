import { usePermission } from '@/app/use-permission';
import { computed, type ComputedRef } from 'vue';

/** Why no device can be replaced now; null where one can. A replacement is made of all three. */
export function useReplaceRefusal(): ComputedRef<string | null> {
  const { refusal } = usePermission();
  return computed(
    () =>
      refusal('deviceAssociations', 'create') ??
      refusal('deviceAssociations', 'update') ??
      refusal('deviceAssociations', 'delete'),
  );
}
