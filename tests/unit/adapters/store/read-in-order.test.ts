import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { signedPage } from '@adapters/store/digests';
import { openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import type { RecordQuery } from '@contract/records';
import { association, fix, id, told } from './stored';

function filled(): { connection: Connection; database: StoreDatabase } {
  const connection = openDatabase(null, '');
  const database = new StoreDatabase(connection, null);
  onTestFinished(() => {
    database.close();
  });
  database.commit([
    told('vehicles', { v1: { plate: 'ABC-1234', typeName: 'CAR' }, v2: { plate: 'XYZ-0001' } }),
    told('devices', { d1: { name: 'TL-1', imei: '350000000000001' } }),
    told('users', { u1: { name: 'Ana' } }),
    { kind: 'association', association: association('a1') },
    { kind: 'fixes', fixes: [fix(id('v1'), 1)] },
  ]);
  return { connection, database };
}

/** What a database does for some work, as it tells of its statements. */
function plansOf(connection: Connection, work: () => unknown): string[] {
  const calls = (['all', 'first', 'run'] as const).map((name) =>
    vi.spyOn(Connection.prototype, name),
  );
  work();
  const statements = calls.flatMap(({ mock }) =>
    mock.calls.map(([sql, ...values]) => ({ sql, values })),
  );
  for (const call of calls) call.mockRestore();
  return statements
    .flatMap(({ sql, values }) => connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...values))
    .map(({ detail }) => String(detail));
}

/** Steps that sort what they read. */
function sortsOf(connection: Connection, work: () => unknown): string[] {
  return plansOf(connection, work).filter((step) => step.includes('TEMP B-TREE'));
}

/** Tables that grow with the fleet or with time. */
const large = 'records|associations|association_lists|fixes|learned_devices|judged|alerts|entries';

/** Steps that read every row of a large table, or every record of a collection. */
function wholeReadsOf(connection: Connection, work: () => unknown): string[] {
  const isWhole = new RegExp(`^SCAN (${large}|one)\\b|records_by_key \\(collection=\\?\\)$`);
  return plansOf(connection, work).filter(
    (step) => isWhole.test(step) && !/COVERING INDEX|USING INDEX \w+_(open|assigned)/.test(step),
  );
}

const list = (parts: Partial<RecordQuery> = {}): RecordQuery => ({
  ...{ collection: 'vehicles', search: '', filters: [], withGone: false, related: true },
  sort: [{ field: 'plate', direction: 'up' }],
  ...parts,
});

it('pages of a collection and of the check are read from an index, none is sorted', () => {
  const { connection, database } = filled();
  expect(sortsOf(connection, () => database.rows('vehicles', 'A', 500))).toEqual([]);
  expect(sortsOf(connection, () => database.listedVehicles('A', 500))).toEqual([]);
  for (const table of ['associations', 'notes', 'fixes', 'records', 'entries'] as const) {
    expect(
      sortsOf(connection, () => signedPage(connection, table, null, 500)),
      table,
    ).toEqual([]);
  }
});

describe('reads no whole table', () => {
  const questions: Readonly<Record<string, (database: StoreDatabase) => unknown>> = {
    'how many records there are': (database) => database.count('vehicles'),
    'a page of records': (database) => database.rows('vehicles', 'A', 500),
    'records by their keys': (database) => database.records('vehicles', [id('v1'), id('v2')]),
    'a note': (database) => database.note('a'),
    'the newest fixes': (database) => database.newestFixes(),
    'a trail': (database) => database.trail(id('v1'), 0),
    'a page of listed vehicles': (database) => database.listedVehicles('A', 500),
    'what is on a vehicle': (database) => database.associationsOf(id('v1'), 'devices'),
    'what a device is on': (database) => database.vehiclesOf('devices', id('d1')),
    'the open changes': (database) => database.openEntries(),
    'the history of a record': (database) => database.history('vehicles', id('v1')),
    'the open alerts': (database) => database.openAlerts(),
    'alerts by their ids': (database) => database.alerts(['a']),
    'who alerts are assigned to': (database) => database.assignees(),
    'what was judged': (database) => database.judged('zones:'),
    'the keys of a list': (database) => database.search(list({ sort: [] })),
  };

  for (const [question, ask] of Object.entries(questions)) {
    it(question, () => {
      const { connection, database } = filled();
      expect(wholeReadsOf(connection, () => ask(database))).toEqual([]);
    });
  }

  it('a list that was opened, sorted and searched before, after a change', () => {
    const { connection, database } = filled();
    const open = (): void => {
      database.search(list());
      database.search(list({ search: 'ana' }));
      database.search(list({ sort: [{ field: 'drivers', direction: 'down' }] }));
      database.derived('vehicles', [id('v1')]);
      database.unknown('vehicles', [id('v1')]);
    };
    // A column is read once, of all rows.
    expect(wholeReadsOf(connection, open)).not.toEqual([]);
    const again = (): void => {
      database.commit([told('vehicles', { v2: { plate: 'XYZ-0002' } })]);
      open();
    };
    expect(wholeReadsOf(connection, again)).toEqual([]);
  });
});
