import type { OutboxSnapshot } from '@contract/outbox';
import type { Wire } from './wire';
import type { Deed } from './workload';

const METHODS: Record<Deed['kind'], readonly string[]> = {
  create: ['POST'],
  update: ['PATCH', 'PUT'],
  delete: ['DELETE', 'POST'],
};

/** What is wrong, in words that lead to it. */
export interface Verdict {
  readonly lost: string[];
  readonly doubled: string[];
  readonly misordered: string[];
}

/**
 * Every deed that the app took is at the service once, or still in the outbox; no deed, taken or
 * not, is at the service more than once.
 */
export function judge(deeds: readonly Deed[], outbox: OutboxSnapshot, wire: Wire): Verdict {
  const open = new Set(outbox.entries.map(({ id }) => id));
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const { kind, token, entryId } of deeds) {
    const applied = wire.applied(token, METHODS[kind]);
    if (applied > 1) doubled.push(`${kind} ${token}: applied ${applied} times`);
    if (applied === 0 && entryId !== null && !open.has(entryId)) {
      lost.push(`${kind} ${token}: entry ${entryId} is gone and was never sent`);
    }
  }
  return { lost, doubled, misordered: misorderedIn(deeds, wire) };
}

/** Changes of one record that reached the service in another order than they were made in. */
function misorderedIn(deeds: readonly Deed[], wire: Wire): string[] {
  const found: string[] = [];
  const last = new Map<string, { deed: Deed; at: number }>();
  for (const deed of deeds) {
    const at = deed.of === null ? -1 : wire.indexOf(deed.token);
    if (deed.of === null || deed.answeredAt === null || at === -1) continue;
    const before = last.get(deed.of);
    const isAfter = before !== undefined && (before.deed.answeredAt ?? Infinity) < deed.begunAt;
    if (isAfter && before.at > at) found.push(`${before.deed.token} came after ${deed.token}`);
    last.set(deed.of, { deed, at });
  }
  return found;
}

/** What an outbox that has come to rest still holds, by reason. */
export function reasonsOf({ entries }: OutboxSnapshot): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const { state, trouble, holdUp } of entries) {
    const reason = trouble?.kind ?? holdUp?.kind ?? state;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
}
