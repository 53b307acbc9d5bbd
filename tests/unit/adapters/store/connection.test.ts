import { expect, it } from 'vitest';
import { Connection } from '@adapters/store/connection';

const BY_NAME = 'SELECT CAST(value AS BLOB) AS value FROM things WHERE name = ?';

it.each([
  ['all', (connection: Connection) => connection.all(BY_NAME, 'a')],
  ['each', (connection: Connection) => [...connection.each(BY_NAME, 'a')]],
])(
  'the first row is that of the values asked for, also after the same statement by %s',
  (_, use) => {
    const connection = new Connection(':memory:', '');
    connection.execute('CREATE TABLE things (name TEXT PRIMARY KEY, value TEXT)');
    connection.run('INSERT INTO things VALUES (?, ?), (?, ?)', 'a', 'of a', 'b', 'of b');
    use(connection);
    expect(connection.first(BY_NAME, 'b')).toEqual({ value: 'of b' });
    expect(connection.first(BY_NAME, 'c')).toBeNull();
    connection.close();
  },
);

it('pages are given back and read again, and a connection that is closed has none', () => {
  const connection = new Connection(':memory:', '');
  connection.execute('CREATE TABLE things (name TEXT PRIMARY KEY, value TEXT)');
  connection.run('INSERT INTO things VALUES (?, ?)', 'a', 'of a');
  connection.forgetPages();
  expect(connection.first(BY_NAME, 'a')).toEqual({ value: 'of a' });
  connection.close();
  expect(() => {
    connection.forgetPages();
  }).not.toThrow();
});
