import type { Verb } from '@contract/capabilities';
import type { AnsweredCall } from '../service/permissions';

/** What a call does, to which resource, and to which records. */
export interface VerbOfCall {
  readonly resource: string;
  readonly verb: Verb;
  /** The records that the call names; null where it names none, as a list or a create. */
  readonly keys: readonly string[] | null;
  /** It is about several records at once, also where it names none, as a create. */
  readonly isOfSeveral: boolean;
}

const verbOfAction: Partial<Record<string, Verb>> = {
  list: 'list',
  get: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  setStatus: 'activate',
};

/** Where the names of the operations say less than the screens need. */
const exceptions: Partial<Record<string, Verb>> = {
  'tracking.listAll': 'list',
  // Days, a day and its positions are one permission: to replay a vehicle.
  'trajectories.list': 'read',
  'trajectories.data': 'read',
};

/** Resource and verb of an operation; null for those that nobody needs a permission for. */
export function verbOfOperation(operation: string): { resource: string; verb: Verb } | null {
  const [resource = '', action = ''] = operation.split('.');
  const verb = exceptions[operation] ?? verbOfAction[action];
  return verb === undefined ? null : { resource, verb };
}

/** What a call does, and to which records. */
export function verbOfCall({ operation, input }: AnsweredCall): VerbOfCall | null {
  const named = verbOfOperation(operation);
  if (named === null) return null;
  const keys = keysOf(input);
  const records = Array.isArray(input['data']) ? input['data'] : keys;
  return { ...named, keys, isOfSeveral: (records ?? []).length > 1 };
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
