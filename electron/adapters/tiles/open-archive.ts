import type { TileArchive, TileArchives } from '@core/ports/tile-archives';
import { MbtilesArchive } from './mbtiles-archive';
import { PmtilesArchive } from './pmtiles-archive';
import { RangeFile } from './range-file';
import { asTileFault, tileFault } from './tile-faults';

const marks = { pmtiles: 'PMTiles\u0003', sqlite: 'SQLite format 3\0' };

/** Opens files of map tiles in this very thread; the app does it in a worker. */
export const inlineArchives: TileArchives = {
  async open(path: string): Promise<TileArchive> {
    const file = await RangeFile.open(path).catch((fault: unknown) => {
      throw asTileFault(fault);
    });
    const start = await file.getBytes(0, 16).catch(async (fault: unknown) => {
      await file.close();
      throw asTileFault(fault);
    });
    const text = Buffer.from(start.data).toString('latin1');
    if (text.startsWith(marks.pmtiles)) return PmtilesArchive.open(file, path);
    await file.close();
    if (text.startsWith(marks.sqlite)) return MbtilesArchive.open(path);
    throw tileFault('map-unknown-file', 'Neither PMTiles of version 3 nor MBTiles.');
  },
};
