import type { StoredRecord } from '../ports/store';
import { isJsonObject, own } from '../service/json';

/** The name that a record's relations give another one; null where they give none. */
export function relatedName({ raw }: Pick<StoredRecord, 'raw'>, id: string): string | null {
  const relations = raw === null ? undefined : own(raw, 'relationships');
  for (const value of isJsonObject(relations) ? Object.values(relations) : []) {
    for (const related of Array.isArray(value) ? value : [value]) {
      if (!isJsonObject(related) || own(related, 'id') !== id) continue;
      const attributes = own(related, 'attributes');
      const name = isJsonObject(attributes) ? own(attributes, 'name') : undefined;
      if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, 255);
    }
  }
  return null;
}
