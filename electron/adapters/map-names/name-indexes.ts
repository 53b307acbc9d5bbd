import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { reportFault } from '@core/faults';
import type { MapNameIndexes } from '@core/ports/map-name-indexes';
import { inlineArchives } from '../tiles/open-archive';
import { NameIndex } from './name-index';
import { inMemory, removeIndex } from './names-database';
import { workerIndex } from './worker-index';
import type { NamesWorkerData } from './worker-messages';

/**
 * The names of map files in a folder, one database a map, called by its number.
 * @param folder null: in memory
 * @param startWorker starts `names-worker`; without it this very thread does the work, for tests
 */
export function nameIndexes(
  folder: string | null,
  startWorker?: (data: NamesWorkerData) => Worker,
): MapNameIndexes {
  return {
    open(map, onProgress) {
      const file = folder === null ? inMemory : fileIn(folder, map.id);
      if (startWorker) return workerIndex(startWorker({ map, file }), onProgress);
      return new NameIndex({ map, file, onProgress, archives: inlineArchives, effort: 1 });
    },
    async keepOnly(ids) {
      if (folder === null) return;
      const files = await readdir(folder).catch(() => []);
      for (const name of files) {
        const id = /^(\d+)\.db$/.exec(name)?.[1];
        if (id === undefined || ids.includes(Number(id))) continue;
        try {
          removeIndex(join(folder, name));
        } catch (fault) {
          reportFault('the names of a map that was removed are still on the disk', fault);
        }
      }
    },
  };
}

function fileIn(folder: string, id: number): string {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (fault) {
    // Nothing can be written then, which the progress says.
    reportFault('the folder for the names of maps could not be made', fault);
  }
  return join(folder, `${id}.db`);
}
