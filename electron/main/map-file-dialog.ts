import { dialog } from 'electron';
import { askForFile } from './file-dialogs';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** Asks a person for a map file; null where none is chosen. */
export function chooseMapFile(windowId: number, words: Words): Promise<string | null> {
  return askForFile(windowId, {
    title: words('mapFile.open'),
    filters: [
      { name: words('mapFile.kind'), extensions: ['pmtiles', 'mbtiles'] },
      { name: words('profileFile.all'), extensions: ['*'] },
    ],
  });
}

/** Asks a person where a copied region is to be; null where nowhere is chosen. */
export async function chooseRegionFile(
  windowId: number,
  name: string,
  words: Words,
): Promise<string | null> {
  // Characters that file names can't have on one of the systems.
  const plain = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
    title: words('mapFile.save'),
    defaultPath: `${plain || 'map'}.mbtiles`,
    filters: [{ name: words('mapFile.kind'), extensions: ['mbtiles'] }],
  });
  if (canceled || filePath === '') return null;
  return /\.mbtiles$/i.test(filePath) ? filePath : `${filePath}.mbtiles`;
}
