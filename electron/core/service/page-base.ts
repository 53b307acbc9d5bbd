import { FleetdeskError } from '@contract/errors';
import type { Input } from './check-input';
import type { RecordBase, RecordList } from './decoders/records';
import type { CallableName } from './operations';
import type { Target } from './target';

/** Asks for a page under an assumption about the number of the first one. */
type AskForPage = (input: Input, firstPage: number) => Promise<unknown>;

/**
 * Whether a call is the occasion to find out the number of the first page: the first read of the
 * vehicle list by pages. Servers that count from 0 exist (service defaults, "Transport").
 */
export function shouldProbe(operation: CallableName, input: Input, target: Target): boolean {
  return (
    operation === 'vehicles.list' &&
    typeof input['page'] === 'number' &&
    target.profile.paging.probe &&
    target.learned.firstPage === null
  );
}

/** Whether a call wants the very page that probing brings. */
export function asksForFirstPage(input: Input): boolean {
  return input['page'] === 1;
}

/**
 * Reads page 0 and page 1 and learns which is the first. Answers the first page where the answers
 * tell, null where both are empty: then there is nothing to learn and nothing to miss.
 */
export async function probeFirstPage(
  input: Input,
  target: Target,
  ask: AskForPage,
): Promise<{ output: unknown } | null> {
  const first = { ...input, page: 1 };
  const zero = await askForZero(first, ask);
  const one = (await ask(first, 1)) as RecordList<RecordBase>;
  if (zero === null || zero.size === 0) {
    if (one.size > 0 || zero === null) target.learned.noteFirstPage(1);
    return { output: one };
  }
  // A service that counts from 1 and is asked for 0 often answers its first page.
  const isSamePage = one.size > 0 && overlap(zero, one) > one.records.length / 2;
  target.learned.noteFirstPage(isSamePage ? 1 : 0);
  return { output: isSamePage ? one : zero };
}

/** Page 0, or null where the service refuses to have one. */
async function askForZero(input: Input, ask: AskForPage): Promise<RecordList<RecordBase> | null> {
  try {
    return (await ask(input, 0)) as RecordList<RecordBase>;
  } catch (caught) {
    const { code, reason } = FleetdeskError.from(caught);
    const isRefusal =
      code === 'invalid-request' ||
      code === 'not-found' ||
      // Page 0 becomes a negative offset, and some databases stumble over it.
      (code === 'service-error' && reason !== 'internal');
    if (isRefusal) return null;
    throw caught;
  }
}

function overlap(a: RecordList<RecordBase>, b: RecordList<RecordBase>): number {
  const ids = new Set(a.records.map(({ id }) => id));
  return b.records.filter(({ id }) => ids.has(id)).length;
}
