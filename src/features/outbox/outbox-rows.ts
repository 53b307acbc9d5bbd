import type { OutboxEntry } from '@contract/outbox';

/** The parts of the outbox, in the order in which they are shown. */
export const outboxGroups = ['attention', 'waiting', 'sent'] as const;

/** A part of the outbox. */
export type OutboxGroup = (typeof outboxGroups)[number];

/** A line of the list: the heading of a part, or a change in it. */
export type OutboxRow =
  | { readonly kind: 'heading'; readonly group: OutboxGroup; readonly count: number }
  | { readonly kind: 'entry'; readonly group: OutboxGroup; readonly entry: OutboxEntry };

/**
 * The lines of the outbox: what needs a person first, then what waits in its order, then what was
 * sent, the newest first. Parts without changes are left out.
 */
export function outboxRows(
  open: readonly OutboxEntry[],
  sent: readonly OutboxEntry[],
): readonly OutboxRow[] {
  const parts: Record<OutboxGroup, readonly OutboxEntry[]> = {
    attention: open.filter(({ state }) => state === 'attention'),
    waiting: open.filter(({ state }) => state !== 'attention'),
    sent,
  };
  return outboxGroups.flatMap((group): OutboxRow[] => {
    const entries = parts[group];
    if (entries.length === 0) return [];
    return [
      { kind: 'heading', group, count: entries.length },
      ...entries.map((entry) => ({ kind: 'entry' as const, group, entry })),
    ];
  });
}
