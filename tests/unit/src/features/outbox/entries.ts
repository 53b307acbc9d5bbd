import type { OutboxEntry } from '@contract/outbox';

/** A queued change of a vehicle. */
export function entry(id: string, change: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id,
    kind: 'update',
    subject: { collection: 'vehicles', key: 'veh000000000001', label: 'ABC-1D23' },
    other: null,
    side: null,
    action: null,
    fields: { color: '#FFFFFF' },
    base: { color: '#000000' },
    hasPassword: false,
    state: 'waiting',
    holdUp: { kind: 'queue' },
    trouble: null,
    createdAt: 0,
    changedAt: 0,
    sentAt: null,
    attempts: 0,
    storedDifferently: [],
    ...change,
  };
}
