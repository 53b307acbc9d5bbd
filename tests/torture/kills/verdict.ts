import type { OutboxSnapshot } from '@contract/outbox';
import type { Wire, Written } from './wire';
import type { Deed } from './workload';

/** How each kind of deed goes out; a change of what was not sent yet goes with its creation. */
const METHODS: Record<Deed['kind'], readonly string[]> = {
  create: ['POST'],
  update: ['PATCH', 'PUT', 'POST'],
  delete: ['DELETE'],
};

/** What is wrong, in words that lead to it. */
export interface Verdict {
  readonly lost: string[];
  readonly doubled: string[];
  readonly misordered: string[];
}

/**
 * Every deed that the app took is at the service once, or still in the outbox, or another one took
 * its place before it was sent; no deed, taken or not, is at the service more than once.
 */
export function judge(deeds: readonly Deed[], outbox: OutboxSnapshot, wire: Wire): Verdict {
  const open = new Set(outbox.entries.map(({ id }) => id));
  const isThere = (deed: Deed) =>
    (deed.entryId !== null && open.has(deed.entryId)) ||
    wire.applied(deed.token, METHODS[deed.kind]).length > 0;
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const deed of deeds) {
    const { kind, token, entryId } = deed;
    const applied = wire.applied(token, METHODS[kind]);
    if (applied.length > 1) doubled.push(`${kind} ${token}: ${tellOf(applied)}`);
    if (entryId === null || isThere(deed)) continue;
    if (deeds.some((later) => replaces(later, deed) && isThere(later))) continue;
    lost.push(`${kind} ${token}: entry ${entryId} is gone and was never sent`);
  }
  return { lost, doubled, misordered: misorderedIn(deeds, wire) };
}

/** A later change of the same field of the same record, which may have been joined to this one. */
function replaces(later: Deed, deed: Deed): boolean {
  if (deed.of === null || later.of !== deed.of || later === deed) return false;
  const isSame = later.entryId === deed.entryId || later.entryId === null;
  return isSame && (later.answeredAt ?? Infinity) > deed.begunAt;
}

function tellOf(writes: readonly Written[]): string {
  return writes
    .map(({ at, method, path, status, isLost }) => {
      const end = isLost ? ', answer lost' : '';
      return `${method} ${path} at ${at} ms: ${status}${end}`;
    })
    .join('; ');
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
