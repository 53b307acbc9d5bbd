import type { OutboxSnapshot } from '@contract/outbox';
import type { RegionCopiesState } from '@contract/region-copies';
import type { UpdateWait } from '@contract/updates';

/** What goes on just now and would be cut off by a restart; all else goes on after it. */
export function workInHand(
  outbox: Pick<OutboxSnapshot, 'entries'> | null,
  { copies }: RegionCopiesState,
): UpdateWait[] {
  const isSending = outbox?.entries.some(({ state }) => state === 'sending') === true;
  const isCopying = copies.some(({ phase }) => ['planning', 'copying', 'checking'].includes(phase));
  return [...(isSending ? (['sending'] as const) : []), ...(isCopying ? (['copy'] as const) : [])];
}
