import path from 'node:path';
import { app, dialog } from 'electron';
import type { SettingsHandlerOptions } from './ipc/settings';
import { windowOf } from './windows/window-of';
import type { Words } from './words';

/** The operating system's own dialogs for a file of settings, above the window that asked. */
export function settingsDialogs(words: () => Words): SettingsHandlerOptions['settingsDialogs'] {
  const filters = () => [{ name: words()('settingsFile.kind'), extensions: ['json'] }];
  return {
    chooseFile: async (windowId) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(windowOf(windowId), {
        title: words()('settingsFile.import'),
        filters: filters(),
        properties: ['openFile'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    chooseTarget: async (windowId) => {
      const { canceled, filePath } = await dialog.showSaveDialog(windowOf(windowId), {
        title: words()('settingsFile.export'),
        defaultPath: path.join(app.getPath('documents'), 'fleetdesk-settings.json'),
        filters: filters(),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return canceled || filePath === '' ? null : filePath;
    },
  };
}
