import { confirmationOf } from '@contract/resources';
import type { RecordKey } from '@contract/records';
import { usePermission } from '@/app/use-permission';
import { ref } from 'vue';
import type { RecordKind } from './kind';
import { readTypedName } from './typed-name';
import type { Resource } from './use-resource';

/** What the dialog asks about that deletes records, and what is typed there to confirm it. */
export function useDeleteDialog({ collection }: RecordKind, { list }: Pick<Resource, 'list'>) {
  const { refusal } = usePermission();
  const doomed = ref<readonly RecordKey[]>([]);
  const doomedName = ref('');

  return {
    doomed,
    doomedName,
    /** What is typed to confirm a change of one; the key where nothing names the record. */
    typedName(key: RecordKey | undefined): string {
      const fields = list.rows.get(key ?? '')?.fields ?? {};
      return confirmationOf(collection, fields) ?? key ?? '';
    },
    async askToDelete(keys: readonly RecordKey[]): Promise<void> {
      const [first] = keys;
      if (first === undefined || refusal(collection, 'delete', first) !== null) return;
      // Main compares with the record as it is kept, of which the list may show less.
      doomedName.value = keys.length === 1 ? await readTypedName(collection, first) : '';
      doomed.value = keys;
    },
  };
}
