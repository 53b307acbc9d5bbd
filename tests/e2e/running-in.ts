import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process that runs in a folder of the app on Linux, started by whomever; Chromium names it in a
 * link.
 */
export function runningIn(userData: string): number | null {
  try {
    const id = Number(readlinkSync(join(userData, 'SingletonLock')).split('-').at(-1));
    // The link can outlive its process, and the number be another's by now.
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(userData) ? id : null;
  } catch {
    return null;
  }
}

/** Ends that process, where there still is one. */
export function endIn(userData: string, signal: 'SIGTERM' | 'SIGKILL'): void {
  const id = runningIn(userData);
  try {
    if (id !== null) process.kill(id, signal);
  } catch {
    // It has ended meanwhile.
  }
}
