import type { Verb } from '@contract/capabilities';
import { useI18n } from '@/i18n/i18n';
import { useCapabilitiesStore, type Capability } from './stores/capabilities-store';
import { useStoreStore } from './stores/store-store';

/** What keeps a person from an action: the service, their permissions, or a store that is closed. */
export function usePermission(): {
  can(resource: string, verb: Verb, key?: string | null): Capability;
  /** Why something can't be entered now, as a sentence; null where it can. */
  refusal(resource: string, verb: Verb, key?: string | null): string | null;
} {
  const { t } = useI18n();
  const capabilities = useCapabilitiesStore();
  const store = useStoreStore();
  void capabilities.start();
  void store.start();
  return {
    can: capabilities.can,
    refusal: (resource, verb, key = null) =>
      store.isOpen ? capabilities.can(resource, verb, key).reason : t('records.refusals.closed'),
  };
}
