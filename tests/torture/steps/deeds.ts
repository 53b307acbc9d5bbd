import fc from 'fast-check';
import type { FaultKind } from '../../unit/core/outbox/demo-backed-service';

/** Collections in which people work here. */
export const places = ['vehicles', 'devices', 'users'] as const;
export type Place = (typeof places)[number];

/** What a person does. Numbers choose among what is there, whatever that is. */
export type PersonDeed =
  /** One after another, as an import does. */
  | { readonly do: 'create'; readonly place: Place; readonly count: number }
  | {
      readonly do: 'edit';
      readonly record: number;
      readonly field: number;
      readonly isBack: boolean;
    }
  /** A record and those after it, in one go. */
  | { readonly do: 'delete'; readonly record: number; readonly count: number }
  | { readonly do: 'undo'; readonly entry: number }
  | { readonly do: 'setActive'; readonly record: number; readonly isActive: boolean }
  | {
      readonly do: 'associate';
      readonly vehicle: number;
      readonly other: number;
      readonly isMain: boolean;
    }
  | {
      readonly do: 'makeMain' | 'dissociate';
      readonly vehicle: number;
      readonly association: number;
    }
  | { readonly do: 'replace'; readonly vehicle: number; readonly other: number }
  | { readonly do: 'recreate'; readonly deletion: number }
  | { readonly do: 'discard'; readonly entry: number }
  | {
      readonly do: 'settle';
      readonly entry: number;
      readonly how: 'again' | 'mine' | 'theirs' | 'applied' | 'corrected';
    };

/** What happens around them. */
export type Event =
  | { readonly do: 'pass'; readonly milliseconds: number }
  /** For a while, milliseconds; then it is as before. */
  | {
      readonly do: 'line';
      readonly state: 'offline' | 'workOffline' | 'signedOut';
      readonly milliseconds: number;
    }
  | { readonly do: 'cable' | 'pause'; readonly milliseconds: number }
  | {
      readonly do: 'fault';
      readonly kind: FaultKind;
      readonly times: number;
      readonly on: 'reads' | 'writes' | 'all';
    }
  | { readonly do: 'restart' }
  | { readonly do: 'crash'; readonly after: number; readonly deed: PersonDeed | null }
  | { readonly do: 'theirEdit'; readonly record: number; readonly field: number }
  | { readonly do: 'theirDelete'; readonly record: number }
  /** A record that is called as one that waits here, and differs otherwise. */
  | { readonly do: 'theirLookalike'; readonly entry: number }
  | { readonly do: 'theirAssociation'; readonly vehicle: number; readonly other: number }
  | { readonly do: 'clock'; readonly days: number }
  | { readonly do: 'sync'; readonly place: Place }
  | { readonly do: 'sendNow' }
  | { readonly do: 'diskFull'; readonly commits: number };

/** One step of a schedule. */
export type Deed = PersonDeed | Event;

const some = fc.nat({ max: 40 });
const place = fc.constantFrom(...places);
/** Mostly one; now and then what makes a list. */
const several = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 7 }) },
);
const aWhile = fc.integer({ min: 1, max: 90_000 });

const faults: readonly FaultKind[] = [
  'offline',
  'resetBefore',
  'resetAfter',
  'timeoutBefore',
  'timeoutAfter',
  'faultBefore',
  'faultAfter',
  'limited',
  'unauthorized',
  'page',
  'mute',
  'partly',
  'stale',
  'late',
  'veryLate',
  'restBefore',
  'restAfter',
  'spoiledBefore',
  'spoiledAfter',
  'gateway',
];

const personDeed: fc.Arbitrary<PersonDeed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('create' as const), place, count: several }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      record: some,
      field: fc.nat({ max: 3 }),
      isBack: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('delete' as const), record: some, count: several }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), entry: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('setActive' as const),
      record: some,
      isActive: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('associate' as const),
      vehicle: some,
      other: some,
      isMain: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('makeMain' as const, 'dissociate' as const),
      vehicle: some,
      association: some,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('replace' as const), vehicle: some, other: some }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recreate' as const), deletion: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), entry: some }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      entry: some,
      how: fc.constantFrom('again', 'mine', 'theirs', 'applied', 'corrected'),
    }),
  },
);

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: fc.oneof(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 600, max: 15_000 }),
        fc.integer({ min: 15_000, max: 200_000 }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('line' as const),
      state: fc.constantFrom('offline', 'workOffline', 'signedOut'),
      milliseconds: aWhile,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cable' as const, 'pause' as const),
      milliseconds: aWhile,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      kind: fc.constantFrom(...faults),
      times: fc.integer({ min: 1, max: 4 }),
      on: fc.constantFrom('reads', 'writes', 'all'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      after: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 400 })),
      deed: fc.option(personDeed),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('theirEdit' as const),
      record: some,
      field: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('theirDelete' as const), record: some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('theirLookalike' as const), entry: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('theirAssociation' as const),
      vehicle: some,
      other: some,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      days: fc.constantFrom(-365, 365, -1, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const), place }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sendNow' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('diskFull' as const),
      commits: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** What is done in which order, before a service of one kind. */
export interface Schedule {
  /** The service applies the rows of a list all or not at all, and its profile says so. */
  readonly atomicLists: boolean;
  readonly deeds: readonly Deed[];
}

/** An edit is lost, another one of the same field is told as sent, and the lost one arrives after it. */
const overtaken: fc.Arbitrary<Deed[]> = fc
  .record({
    record: some,
    field: fc.nat({ max: 3 }),
    before: fc.integer({ min: 30_000, max: 70_000 }),
    after: fc.integer({ min: 1, max: 90_000 }),
    last: fc.option(event),
  })
  .map(({ record, field, before, after, last }) => {
    const edit = { do: 'edit', record, field, isBack: false } as const;
    return [
      { do: 'fault', kind: 'veryLate', times: 1, on: 'writes' },
      edit,
      { do: 'pass', milliseconds: before },
      edit,
      ...(last === null ? [] : [last]),
      { do: 'pass', milliseconds: after },
    ] satisfies Deed[];
  });

/** Schedules of about so many steps at most. */
export function schedules(longest: number): fc.Arbitrary<Schedule> {
  const deeds: fc.Arbitrary<Deed[]> = fc.oneof(
    { weight: 50, arbitrary: personDeed.map((deed) => [deed]) },
    { weight: 40, arbitrary: event.map((deed) => [deed]) },
    { weight: 1, arbitrary: overtaken },
  );
  return fc.record({
    atomicLists: fc.boolean(),
    deeds: fc
      .array(deeds, { minLength: 1, maxLength: longest, size: 'max' })
      .map((parts) => parts.flat()),
  });
}
