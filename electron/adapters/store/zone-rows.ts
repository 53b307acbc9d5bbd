import { zoneSchema, type Zone } from '@contract/zones';
import type { Connection, Row } from './connection';
import { digestOf, isTrue, signedColumns } from './digests';
import { parse } from './stored-values';

/** Keeps a zone, in place of the one with its id. */
export function writeZone(connection: Connection, zone: Zone): void {
  const row = { id: zone.id, body: JSON.stringify(zone) };
  connection.run(
    'INSERT OR REPLACE INTO zones (id, body, digest) VALUES (?, ?, ?)',
    ...[row.id, row.body, digestOf(connection, 'zones', row)],
  );
}

/** Removes a zone; one that is not there is none. */
export function dropZone(connection: Connection, id: string): void {
  connection.run('DELETE FROM zones WHERE id = ?', id);
}

/** All zones, in the order of their ids; those that are not what was written are left out. */
export function zonesOf(connection: Connection): Zone[] {
  return connection
    .all(`SELECT ${signedColumns('zones')} FROM zones ORDER BY id`)
    .flatMap((row) => {
      const zone = isTrue(connection, 'zones', row) ? readZone(row) : null;
      return zone === null ? [] : [zone];
    });
}

/** The zone of a row; null where it is none. */
export function readZone(row: Row): Zone | null {
  return zoneSchema.safeParse(parse(row['body'])).data ?? null;
}
