import path from 'node:path';
import { app, dialog } from 'electron';
import type { ZoneFormat } from '@contract/zones';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** The operating system's own dialog for a file with zones, above the window that asked. */
export async function chooseZoneTarget(
  words: Words,
  windowId: number,
  format: ZoneFormat,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
    title: words('zoneFile.export'),
    defaultPath: path.join(app.getPath('documents'), `${words('zoneFile.name')}.${format}`),
    filters: [{ name: words(`zoneFile.${format}`), extensions: [format] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}
