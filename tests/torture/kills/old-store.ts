import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import keytar from '@github/keytar';
import { Connection } from '@adapters/store/connection';
import { makeFirstVersion } from '../../integration/store/first-version';

/** A store's file and its key, of the one identity that a folder knows. */
export interface StoreFile {
  readonly file: string;
  readonly key: string;
}

/** The store in a user-data folder, with its key from the keyring of this session. */
export async function findStore(userData: string): Promise<StoreFile> {
  const folder = join(userData, 'stores');
  const name = (await readdir(folder)).find((each) => each.endsWith('.db'));
  const entries = await keytar.findCredentials('fleetdesk');
  const key = entries.find(({ account }) => account.endsWith('.store'))?.password;
  if (name === undefined || key === undefined) throw new Error('There is no store, or no key.');
  return { file: join(folder, name), key };
}

/** Makes a store one of the first version again. */
export function makeOld({ file, key }: StoreFile): void {
  const connection = new Connection(file, key);
  makeFirstVersion(connection);
  connection.close();
}

/** Whether a kill met a store in the midst of its migration: backed up, and not yet new. */
export async function isBetween(store: StoreFile, newest: number): Promise<boolean> {
  const files = await readdir(dirname(store.file));
  return versionOf(store) < newest && files.some((name) => name.includes('.backup'));
}

/** The version of a store. */
export function versionOf({ file, key }: StoreFile): number {
  const connection = new Connection(file, key);
  const version = connection.number('PRAGMA user_version');
  connection.close();
  return version;
}
