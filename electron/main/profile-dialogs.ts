import path from 'node:path';
import { app, dialog } from 'electron';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** Asks a person for the place of a profile file; null where none is chosen. */
export interface ProfileDialogs {
  chooseFile(windowId: number): Promise<string | null>;
  chooseTarget(windowId: number, suggestedName: string): Promise<string | null>;
}

/** The operating system's own file dialogs, above the window that asked. */
export function profileDialogs(words: () => Words): ProfileDialogs {
  const filters = () => [
    { name: words()('profileFile.kind'), extensions: ['json'] },
    { name: words()('profileFile.all'), extensions: ['*'] },
  ];
  return {
    chooseFile: async (windowId) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(windowId), {
        title: words()('profileFile.import'),
        filters: filters(),
        properties: ['openFile'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    chooseTarget: async (windowId, suggestedName) => {
      const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
        title: words()('profileFile.export'),
        defaultPath: path.join(app.getPath('documents'), suggestedName),
        filters: filters(),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return canceled || filePath === '' ? null : filePath;
    },
  };
}
