import path from 'node:path';
import { app, dialog, type FileFilter } from 'electron';
import { windowOf } from './windows/window-of';

/** Asks a person for a file, above the window that asked; null where none is chosen. */
export async function askForFile(
  windowId: number,
  { title, filters }: { title: string; filters: FileFilter[] },
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(windowId), {
    ...{ title, filters },
    properties: ['openFile'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * Asks a person where a file is to be saved, at first among their documents; null where nowhere is
 * chosen.
 */
export async function askForTarget(
  windowId: number,
  { title, name, filters }: { title: string; name: string; filters: FileFilter[] },
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
    ...{ title, filters },
    defaultPath: path.join(app.getPath('documents'), name),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return canceled || filePath === '' ? null : filePath;
}
