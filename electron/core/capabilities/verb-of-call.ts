import type { VerbOfResource } from '@contract/capabilities';
import type { AnsweredCall } from '../service/permissions';

/** What a call does, to which resource, and to which records. */
export interface VerbOfCall extends Readonly<VerbOfResource> {
  /** The records that the call names; null where it names none, as a list or a create. */
  readonly keys: readonly string[] | null;
  /** It is about several records at once, also where it names none, as a create. */
  readonly isOfSeveral: boolean;
}

/** What a call does, and to which records; null where nobody needs a permission for it. */
export function verbOfCall({ verb, input }: AnsweredCall): VerbOfCall | null {
  if (verb === null) return null;
  const keys = keysOf(input);
  const records = Array.isArray(input['data']) ? input['data'] : keys;
  return { ...verb, keys, isOfSeveral: (records ?? []).length > 1 };
}

function keysOf(input: AnsweredCall['input']): readonly string[] | null {
  const { id, ids, associationId, vehicleId, data } = input;
  for (const one of [id, associationId, vehicleId]) if (typeof one === 'string') return [one];
  if (Array.isArray(ids)) return ids.filter((one) => typeof one === 'string');
  if (!Array.isArray(data)) return null;
  const pairs = data.map(pairOf);
  return pairs.includes(null) ? null : pairs.filter((pair) => pair !== null);
}

/** A new association has no key yet: the pair stands for it. */
function pairOf(record: unknown): string | null {
  const { vehicleId, deviceId, userId } = record as Partial<Record<string, unknown>>;
  const other = deviceId ?? userId;
  return typeof vehicleId === 'string' && typeof other === 'string'
    ? `${vehicleId} ${other}`
    : null;
}
