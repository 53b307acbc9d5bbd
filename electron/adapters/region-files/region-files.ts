import { constants } from 'node:fs';
import { access, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { reportFault } from '@core/faults';
import type { Span } from '@core/ports/archive-format';
import type { RegionFile, RegionFiles } from '@core/ports/region-files';
import { asTileFault } from '../tiles/tile-faults';
import { regionAnswers, type AskRegion } from './called-region';
import { askRegionWorker } from './worker-region';

/** The way to one file, and its end, after which nothing holds the file. */
type Asker = { ask: AskRegion; end(): Promise<void> };

/** Files of regions, each written by a worker of its own. @param startWorker starts `region-worker` */
export function workerRegionFiles(startWorker: () => Worker): RegionFiles {
  return regionFiles(() => askRegionWorker(startWorker()));
}

/** Files of regions in this thread: for tests and for what runs without Electron. */
export function inlineRegionFiles(): RegionFiles {
  return regionFiles(() => {
    const answer = regionAnswers();
    return {
      ask: (call) => Promise.resolve().then(() => answer(call)),
      end: () => Promise.resolve(),
    };
  });
}

function regionFiles(startAsker: () => Asker): RegionFiles {
  return {
    async create(file, content) {
      await discard(file).catch((fault: unknown) => {
        throw asTileFault(fault);
      });
      const asker = startAsker();
      try {
        await asker.ask({ method: 'create', input: [partOf(file), content] });
      } catch (fault) {
        await asker.end();
        throw fault;
      }
      return regionFile(file, asker);
    },
    async open(file) {
      if (!(await isThere(partOf(file)))) return null;
      const asker = startAsker();
      try {
        const isWhole = await asker.ask({ method: 'open', input: [partOf(file)] });
        if (isWhole === true) return regionFile(file, asker);
      } catch (fault) {
        await asker.end();
        throw fault;
      }
      await asker.end();
      return null;
    },
    discard: (file) =>
      discard(file).catch((fault: unknown) => {
        reportFault('an incomplete map file could not be deleted', fault);
      }),
    async freeBytes(file) {
      try {
        const { bavail, bsize } = await statfs(dirname(file));
        return bavail * bsize;
      } catch {
        return null;
      }
    },
  };
}

function regionFile(file: string, { ask, end }: Asker): RegionFile {
  return {
    missing: () => ask({ method: 'missing', input: [] }) as Promise<Span[]>,
    write: async (contents) => void (await ask({ method: 'write', input: [contents] })),
    check: () => ask({ method: 'check', input: [] }) as Promise<number>,
    finish: async () => {
      await ask({ method: 'finish', input: [] });
      await end();
      try {
        await rename(partOf(file), file);
        await syncFolder(dirname(file));
      } catch (fault) {
        throw asTileFault(fault);
      }
    },
    close: async () => {
      await ask({ method: 'close', input: [] }).catch(() => undefined);
      await end();
    },
  };
}

function partOf(file: string): string {
  return `${file}.part`;
}

async function discard(file: string): Promise<void> {
  for (const name of [partOf(file), `${partOf(file)}-journal`]) await rm(name, { force: true });
}

function isThere(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** The new name is on the disk, too. Windows can't and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
