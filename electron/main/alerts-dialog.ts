import path from 'node:path';
import { app, dialog } from 'electron';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** The operating system's own dialog for a table of alerts, above the window that asked. */
export async function chooseAlertsTarget(words: Words, windowId: number): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
    title: words('alertsFile.export'),
    defaultPath: path.join(app.getPath('documents'), `${words('alertsFile.name')}.csv`),
    filters: [{ name: words('alertsFile.csv'), extensions: ['csv'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}
