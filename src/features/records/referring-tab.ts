import type { CollectionName } from '@contract/collections';
import { resourceOf } from '@contract/resources';
import type { MessageKey } from '@/i18n/i18n';
import type { TabSetting } from './kind';
import ReferringRecords from './ReferringRecords.vue';

/** A tab with the records of another collection that refer to the one shown, by one of its filters. */
export function referringTab(
  collection: CollectionName,
  filter: string,
  label: MessageKey,
): TabSetting {
  const field = resourceOf(collection).filters.find(({ id }) => id === filter)?.field;
  if (field === undefined) throw new Error(`The list of ${collection} has no filter ${filter}.`);
  return {
    id: collection,
    label,
    component: ReferringRecords,
    props: { collection, field, filter },
  };
}
