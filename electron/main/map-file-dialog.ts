import { dialog } from 'electron';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** Asks a person for a map file; null where none is chosen. */
export async function chooseMapFile(windowId: number, words: Words): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(windowId), {
    title: words('mapFile.open'),
    filters: [
      { name: words('mapFile.kind'), extensions: ['pmtiles', 'mbtiles'] },
      { name: words('profileFile.all'), extensions: ['*'] },
    ],
    properties: ['openFile'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
