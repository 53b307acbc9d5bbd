import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system that no disk stands behind, where the machine has one. */
const IN_MEMORY = '/dev/shm';

/**
 * A folder for store files. The schedules kill the app and not the machine, so it is enough that a
 * file holds what was written; that nobody waits for a disk makes many more schedules possible.
 */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'fleetdesk-schedules-'));
}
