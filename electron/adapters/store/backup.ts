import type { Connection } from './connection';
import { dropPasswords } from './entry-rows';
import { storeFailure } from './faults';
import { backupsOf, keepBackup, removeBackups } from './store-files';

/** Makes a backup of a store's file as it is; of the others so many stay that there are `most`. */
export function backUp(connection: Connection, file: string, most?: number): void {
  const version = connection.number('PRAGMA user_version');
  const write = (draft: string): void => {
    connection.run('VACUUM INTO ?', draft);
    dropPasswordsIn(connection.beside(draft));
  };
  keepBackup(file, version, write, most);
}

/**
 * Puts a new backup in the place of all that there are, which hold what was deleted since. The old
 * ones go once it is there: at all times one has a copy of what is not sent.
 */
export function renewBackups(connection: Connection, file: string): void {
  if (backupsOf(file).length === 0) return;
  try {
    backUp(connection, file, 1);
  } catch (fault) {
    if (storeFailure(fault).kind !== 'disk-full') throw fault;
    // There is room for one alone, and what was deleted must not stay in the old one.
    removeBackups(file);
    backUp(connection, file, 1);
  }
}

/**
 * A backup outlives what it holds: the password of a new user must not be left in it once that was
 * sent. One that is restored asks for it again.
 */
function dropPasswordsIn(backup: Connection): void {
  try {
    // A draft that is not whole is thrown away, so that its journal needs no file.
    backup.all('PRAGMA journal_mode = MEMORY');
    backup.all('PRAGMA secure_delete = ON');
    backup.transaction(() => {
      dropPasswords(backup);
    });
  } finally {
    backup.close();
  }
}
