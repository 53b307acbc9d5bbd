import { askForFile, askForTarget } from './file-dialogs';
import type { SettingsHandlerOptions } from './ipc/settings';
import type { Words } from './words';

/** The operating system's own dialogs for a file of settings, above the window that asked. */
export function settingsDialogs(words: () => Words): SettingsHandlerOptions['settingsDialogs'] {
  const filters = () => [{ name: words()('settingsFile.kind'), extensions: ['json'] }];
  return {
    chooseFile: (windowId) =>
      askForFile(windowId, { title: words()('settingsFile.import'), filters: filters() }),
    chooseTarget: (windowId) =>
      askForTarget(windowId, {
        title: words()('settingsFile.export'),
        name: 'fleetdesk-settings.json',
        filters: filters(),
      }),
  };
}
