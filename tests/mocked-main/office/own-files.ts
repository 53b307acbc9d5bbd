import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** A file of settings, as another computer wrote it or as it came to harm. */
export function settingsFile(text: string): OwnFile {
  return ownFile('settings.json', text);
}

const filled = new Map<string, Promise<Buffer>>();

/** A folder in which the workers of one run of tests share what they fill; none outside of tests. */
const sharedFolder = process.env['FLEETDESK_FILLED_STORES'];

/** The bytes of a store that is filled once in a run; every test takes a copy of them. */
export function filledStore(kind: string, fill: (file: string) => Promise<void>): Promise<Buffer> {
  const known = filled.get(kind) ?? fillOne(kind, fill);
  filled.set(kind, known);
  return known;
}

async function fillOne(kind: string, fill: (file: string) => Promise<void>): Promise<Buffer> {
  const shared =
    sharedFolder &&
    path.join(sharedFolder, `${createHash('sha256').update(kind).digest('hex')}.db`);
  if (shared && existsSync(shared)) return readFileSync(shared);
  const file = storeFile();
  try {
    await fill(file.path);
    // A statement that was left half read keeps SQLite from taking its log into the file.
    if (existsSync(`${file.path}-wal`)) throw new Error('The store was not closed whole.');
    const bytes = readFileSync(file.path);
    if (shared) {
      // Under its name once it is whole: another worker may look for it meanwhile.
      const whole = `${shared}-${randomUUID()}`;
      writeFileSync(whole, bytes);
      renameSync(whole, shared);
    }
    return bytes;
  } finally {
    file.remove();
  }
}

export function ownFile(name: string, content?: Buffer | string): OwnFile {
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
