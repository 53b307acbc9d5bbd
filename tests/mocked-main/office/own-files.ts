import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file in a folder of its own. */
export interface OwnFile {
  readonly path: string;
  /** Nobody needs the file any more. */
  remove(): void;
}

/** A file for a store: an empty one, or one that holds what another store held. */
export function storeFile(bytes?: Buffer): OwnFile {
  return ownFile('store.db', bytes);
}

/** A profile file, as a person keeps it. */
export function profileFile(profile: object): OwnFile {
  return ownFile('vila-clara-profile.json', JSON.stringify(profile));
}

const filled = new Map<string, Promise<Buffer>>();

/** The bytes of a store that is filled once in a worker; every test takes a copy of them. */
export function filledStore(kind: string, fill: (file: string) => Promise<void>): Promise<Buffer> {
  const known = filled.get(kind) ?? fillOne(fill);
  filled.set(kind, known);
  return known;
}

async function fillOne(fill: (file: string) => Promise<void>): Promise<Buffer> {
  const file = storeFile();
  try {
    await fill(file.path);
    // A statement that was left half read keeps SQLite from taking its log into the file.
    if (existsSync(`${file.path}-wal`)) throw new Error('The store was not closed whole.');
    return readFileSync(file.path);
  } finally {
    file.remove();
  }
}

function ownFile(name: string, content?: Buffer | string): OwnFile {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetdesk-office-'));
  const file = path.join(folder, name);
  if (content !== undefined) writeFileSync(file, content);
  return {
    path: file,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
