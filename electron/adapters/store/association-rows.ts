import { associationSides, type AssociationSide } from '@contract/associations';
import { recordMarks, type RecordKey } from '@contract/records';
import type { StoreChange, StoredAssociation } from '@core/ports/store';
import { currentKey, type Commit } from './commit';
import type { Connection, Row } from './connection';
import { sign, signAfter } from './digests';
import { keepAsEnded, settleEnded, writeEnded } from './past-device-rows';
import { asInteger, numberOrNull, oneOf, textOrNull } from './stored-values';

type ChangeOf<K extends StoreChange['kind']> = Extract<StoreChange, { kind: K }>;

/** The columns that {@link readAssociation} takes. */
export const associationColumns = `CAST(key AS BLOB) AS key, CAST(side AS BLOB) AS side,
  CAST(vehicle_key AS BLOB) AS vehicle_key, CAST(other_key AS BLOB) AS other_key, is_main,
  created_at, CAST(mark AS BLOB) AS mark, pending_main`;

/** The oldest first; those that the service has not dated yet are the newest. */
const inOrder = 'ORDER BY created_at IS NULL, created_at, key';

export function applyAssociation(commit: Commit, { association }: ChangeOf<'association'>): void {
  const { side, isMain, createdAt, mark, pendingMain } = association;
  const key = commit.currentKey(association.key);
  commit.connection.run(
    `INSERT INTO associations
       (key, side, vehicle_key, other_key, is_main, created_at, mark, pending_main)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET side = excluded.side, vehicle_key = excluded.vehicle_key,
       other_key = excluded.other_key, is_main = excluded.is_main,
       created_at = excluded.created_at, mark = excluded.mark,
       pending_main = excluded.pending_main`,
    ...[
      ...[key, side, commit.currentKey(association.vehicleKey)],
      ...[commit.currentKey(association.otherKey), asInteger(isMain), createdAt, mark],
      asInteger(pendingMain),
    ],
  );
  sign(commit.connection, 'associations', 'key = ?', key);
  touchAssociation(commit, key);
}

export function applyDropAssociation(commit: Commit, change: ChangeOf<'dropAssociation'>): void {
  const key = commit.currentKey(change.key);
  touchAssociation(commit, key);
  keepAsEnded(commit.connection, key, null);
  commit.connection.run('DELETE FROM associations WHERE key = ?', key);
}

/** What waits here stays: a row with a mark is the outbox's to take away. */
export function applyListed(commit: Commit, change: ChangeOf<'associationsListed'>): void {
  const { connection } = commit;
  const { side, at } = change;
  const vehicleKey = commit.currentKey(change.vehicleKey);
  const listed = new Set(change.associations.map(({ key }) => key));
  const before = othersOf(connection, vehicleKey, side);
  const kept = connection.texts(
    `SELECT CAST(key AS BLOB) FROM associations
     WHERE vehicle_key = ? AND side = ? AND mark = 'none' AND pending_main IS NULL`,
    ...[vehicleKey, side],
  );
  for (const key of kept) {
    if (listed.has(key)) continue;
    keepAsEnded(connection, key, at);
    connection.run('DELETE FROM associations WHERE key = ?', key);
  }
  for (const each of change.associations) {
    if (each.nature !== undefined) commit.tellsNatures = true;
    signAfter(connection, 'associations', ['key = ?', each.key], () => {
      connection.run(
        `INSERT INTO associations
           (key, side, vehicle_key, other_key, is_main, created_at, mark, pending_main, nature)
         VALUES (?, ?, ?, ?, ?, ?, 'none', NULL, ?)
         ON CONFLICT (key) DO UPDATE SET side = excluded.side, vehicle_key = excluded.vehicle_key,
           other_key = excluded.other_key, is_main = excluded.is_main,
           created_at = excluded.created_at, nature = excluded.nature`,
        ...[each.key, side, vehicleKey, each.otherKey, asInteger(each.isMain), each.createdAt],
        each.nature ?? null,
      );
    });
  }
  const after = othersOf(connection, vehicleKey, side);
  // Most lists say what is known: nothing has to be read again for them.
  if (before.join() !== after.join()) {
    commit.touchAssociated(side, vehicleKey, [...new Set([...before, ...after])]);
  }
  if (side === 'devices') {
    writeEnded(connection, vehicleKey, change.ended ?? []);
    settleEnded(connection, vehicleKey, at);
  }
  connection.run(
    `INSERT INTO association_lists (vehicle_key, side, read_at) VALUES (?, ?, ?)
     ON CONFLICT (vehicle_key, side) DO UPDATE SET read_at = excluded.read_at`,
    ...[vehicleKey, side, at],
  );
  sign(connection, 'association_lists', 'vehicle_key = ? AND side = ?', vehicleKey, side);
}

/** What a vehicle has on a side, the main one first: as lists show it. */
function othersOf(connection: Connection, vehicleKey: RecordKey, side: AssociationSide): string[] {
  return connection.texts(
    `SELECT CAST(other_key AS BLOB) FROM associations WHERE vehicle_key = ? AND side = ?
     ORDER BY is_main DESC, created_at IS NULL, created_at, key`,
    ...[vehicleKey, side],
  );
}

/** Lists show an association of both its records. */
export function touchAssociation(commit: Commit, key: RecordKey): void {
  const row = commit.connection.first(
    `SELECT ${associationColumns} FROM associations WHERE key = ?`,
    key,
  );
  if (row === null) return;
  const { side, vehicleKey, otherKey } = readAssociation(row);
  commit.touchAssociated(side, vehicleKey, [otherKey]);
}

export function associationsOf(
  connection: Connection,
  vehicle: RecordKey,
  side: AssociationSide,
): { items: StoredAssociation[]; readAt: number | null } {
  const vehicleKey = currentKey(connection, vehicle);
  const rows = connection.all(
    `SELECT ${associationColumns}, CAST(nature AS BLOB) AS nature
     FROM associations WHERE vehicle_key = ? AND side = ? ${inOrder}`,
    ...[vehicleKey, side],
  );
  const list = connection.first(
    'SELECT read_at FROM association_lists WHERE vehicle_key = ? AND side = ?',
    ...[vehicleKey, side],
  );
  return { items: rows.map(readAssociation), readAt: numberOrNull(list?.['read_at']) };
}

export function vehiclesOf(
  connection: Connection,
  side: AssociationSide,
  otherKey: RecordKey,
): StoredAssociation[] {
  return connection
    .all(
      `SELECT ${associationColumns}, CAST(nature AS BLOB) AS nature
       FROM associations WHERE other_key = ? AND side = ? ${inOrder}`,
      ...[currentKey(connection, otherKey), side],
    )
    .map(readAssociation);
}

export function readAssociation(row: Row): StoredAssociation {
  const pendingMain = row['pending_main'];
  const nature = textOrNull(row['nature']);
  return {
    key: String(row['key']),
    side: oneOf(associationSides, row['side'], 'devices'),
    vehicleKey: String(row['vehicle_key']),
    otherKey: String(row['other_key']),
    isMain: row['is_main'] === 1,
    createdAt: numberOrNull(row['created_at']),
    mark: oneOf(recordMarks, row['mark'], 'none'),
    pendingMain: typeof pendingMain === 'number' ? pendingMain === 1 : null,
    ...(nature !== null && { nature }),
  };
}
