import { afterEach, beforeEach, expect, it } from 'vitest';
import fc from 'fast-check';
import type { OutboxEntry } from '@contract/outbox';
import { openInlineStore } from '@adapters/store/inline-store';
import { RecordNews } from '@core/fleet/record-news';
import { Outbox } from '@core/outbox/outbox';
import type { Store } from '@core/ports/store';
import { textOf } from '@contract/resources';
import { defaultProfile } from '@core/service/profile';
import { toTold } from '@core/service/resources/codec';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { Office } from '../service/office';

/**
 * The outbox over the real client, budget and session, to the demo service over HTTP. Time is
 * virtual but for the wire and the disk: it stands still while either has work to do.
 */

const PER_MINUTE = 50;
const KEY = '5a'.repeat(32);
const START = Date.UTC(2026, 2, 10, 12);

/** Longest wait for an answer, real milliseconds: while answers may be held back, and after. */
const SHORT = 250;
const LONG = 30_000;

const faults = [
  'resetBefore',
  'resetAfter',
  'timeout',
  'timeoutAfter',
  'status',
  'html',
  'truncated',
  'empty',
  'wrongTypes',
] as const;

type Deed =
  | { do: 'create' }
  | { do: 'edit' | 'delete' | 'undo'; which: number }
  | { do: 'fault'; kind: (typeof faults)[number]; on: string; status: number }
  | { do: 'pass'; seconds: number }
  | { do: 'restart' };

const which = fc.nat({ max: 20 });
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'create' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('delete', 'undo'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      kind: fc.constantFrom(...faults),
      on: fc.constantFrom(
        'vehicles.create',
        'vehicles.update',
        'vehicles.delete',
        'vehicles.get',
        '*',
      ),
      status: fc.constantFrom(500, 503, 429, 400),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

const schedules = fc.array(deeds, { minLength: 1, maxLength: 25 });

let clock: VirtualClock;
let office: Office;
let store: Store;
let outbox: Outbox;
let plates = 0;
let ids = 0;
const broken: unknown[] = [];

async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 250) {
    await office.calm();
    await clock.advance(Math.min(250, left));
  }
  await office.calm();
}

async function end<T>(promise: Promise<T>): Promise<T> {
  let isDone = false;
  promise.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  for (let waited = 0; !isDone && waited < 1_000; waited += 1) await pass(250);
  return promise;
}

async function start(atomicLists: boolean): Promise<void> {
  const limits = { ...defaultProfile.limits, perMinute: PER_MINUTE };
  outbox = new Outbox({
    ...{ store, clock, service: office.client, news: new RecordNews() },
    random: { fraction: () => 0.5, id: () => `made-here-${String((ids += 1)).padStart(12, '0')}` },
    profile: { ...defaultProfile, limits, atomicLists },
    link: { state: () => 'online', subscribe: () => () => undefined },
    onFault: (fault) => broken.push(fault),
  });
  await outbox.start();
}

beforeEach(async () => {
  clock = new VirtualClock(START);
  office = await Office.open({
    clock,
    perMinute: PER_MINUTE,
    demo: {
      vehicles: 12,
      ratePerMinute: PER_MINUTE,
      tokenLifeSeconds: 31_536_000,
      testControl: true,
      now: () => clock.now(),
    },
  });
  await end(office.signIn());
});

afterEach(async () => {
  await office.close();
});

async function vehicles(): Promise<{ id: string; plate: string; description: string | null }[]> {
  const found = [];
  for (let page = 1; ; page += 1) {
    const list = await end(
      office.client.call('vehicles.list', { limit: 100, page }, { lane: 'interactive' }),
    );
    if (list.size === 0) return found;
    found.push(
      ...list.records.map((record) => {
        const { id, fields } = toTold('vehicles', record);
        return {
          id,
          plate: textOf(fields, 'plate') ?? '',
          description: textOf(fields, 'description'),
        };
      }),
    );
  }
}

interface Made {
  key: string;
  plate: string;
  createdBy: string;
  description: string | null;
  deletedBy: string | null;
}

async function act(deed: Deed, made: Made[], atomicLists: boolean): Promise<void> {
  const one = 'which' in deed ? made[deed.which % Math.max(1, made.length)] : undefined;
  switch (deed.do) {
    case 'create': {
      plates += 1;
      const plate = `QZX${String(plates).padStart(4, '0')}`;
      const fields = { plate, typeName: 'van' };
      const { key, entryId } = await end(outbox.create({ collection: 'vehicles', fields }));
      made.push({ key, plate, createdBy: entryId, description: null, deletedBy: null });
      return;
    }
    case 'edit': {
      if (one === undefined || one.deletedBy !== null) return;
      const description = `words ${plates} ${ids}`;
      const fields = { description };
      await end(outbox.update({ collection: 'vehicles', key: one.key, fields }));
      one.description = description;
      return;
    }
    case 'delete': {
      if (one === undefined || one.deletedBy !== null) return;
      const { entryIds } = await end(outbox.delete('vehicles', [one.key]));
      one.deletedBy = entryIds[0] ?? null;
      return;
    }
    case 'undo': {
      const entry = outbox.snapshot().entries.find(({ id }) => id === one?.deletedBy);
      if (one === undefined || entry?.state !== 'held') return;
      await end(outbox.undo(entry.id));
      one.deletedBy = null;
      return;
    }
    case 'fault': {
      const { on: operation, kind: fault, status } = deed;
      const body = { operation, fault, ...(fault === 'status' && { status }) };
      await office.control('POST', 'faults', body);
      return;
    }
    case 'pass':
      return pass(deed.seconds * 1000);
    case 'restart': {
      await end(outbox.stop());
      await start(atomicLists);
    }
  }
}

/** Whether an entry goes nowhere before a person has decided about it, or about one before it. */
function needsPerson({ state, holdUp }: OutboxEntry): boolean {
  return state === 'attention' || holdUp?.kind === 'after';
}

/** Why a promise about a vehicle is broken; null where it is kept. */
async function faultOf(
  { key, plate, createdBy, description, deletedBy }: Made,
  open: readonly OutboxEntry[],
  there: Awaited<ReturnType<typeof vehicles>>,
): Promise<string | null> {
  const found = there.filter((vehicle) => vehicle.plate === plate);
  if (found.length > 1) return `${plate} is there ${found.length} times`;
  const now = await store.currentKey(key);
  const waits = open.filter(({ subject }) => subject.key === now);
  if (waits.some(({ kind, trouble }) => kind === 'create' && trouble?.kind === 'refused')) {
    return found.length > 0 ? `${plate} is there and told as refused` : null;
  }
  if (waits.length > 0) return null;
  if (deletedBy !== null) return found.length > 0 ? `${plate} is still there` : null;
  if (found.length === 0) return `${plate} is neither there nor waiting (${createdBy})`;
  return found[0]?.description === description ? null : `${plate} has lost "${description}"`;
}

it(
  'brings every change to the service once, over HTTP and within the budget',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(schedules, fc.boolean(), async (schedule, atomicLists) => {
        store = await openInlineStore(null, KEY);
        await start(atomicLists);
        office.transport.patience = SHORT;
        const made: Made[] = [];
        for (const deed of schedule) await act(deed, made, atomicLists);
        await office.control('DELETE', 'faults');
        office.transport.patience = LONG;
        for (let minutes = 0; minutes < 30; minutes += 1) {
          const { entries } = outbox.snapshot();
          if (entries.every(needsPerson)) break;
          await pass(60_000);
        }
        const { entries } = outbox.snapshot();
        const there = await vehicles();
        const wrong = [];
        for (const each of made) wrong.push(await faultOf(each, entries, there));
        expect(wrong.filter((words) => words !== null)).toEqual([]);
        expect(entries.filter((entry) => !needsPerson(entry))).toEqual([]);
        await end(outbox.stop());
        await store.close();
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(broken).toEqual([]);
    const { mostInAnyMinute } = await office.control<{ mostInAnyMinute: number }>('GET', 'state');
    expect(mostInAnyMinute).toBeLessThanOrEqual(PER_MINUTE);
  },
);
