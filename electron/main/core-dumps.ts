import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Keeps memory, with tokens and plates in it, out of what Linux writes to the disk when a process
 * dies: of this one, of those that Chromium has started, and of all that these will start. macOS
 * and Windows write no such files unless an administrator wants them.
 */
export function emptyCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const id of [String(process.pid), ...children(process.pid)]) {
    try {
      writeFileSync(`/proc/${id}/coredump_filter`, '0');
    } catch {
      // It ended meanwhile, or protects itself: then it has no dump that others could read.
    }
  }
}

/** The processes that a process has started, and theirs. */
function children(parent: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
    const own = text.split(' ').filter((id) => id !== '');
    return own.flatMap((id) => [id, ...children(id)]);
  } catch {
    return [];
  }
}
