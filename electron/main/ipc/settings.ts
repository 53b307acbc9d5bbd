import path from 'node:path';
import type { ManagedState } from '@contract/managed';
import { readOffer, writeSettings } from '@core/settings/settings-files';
import { namingFile, readPersonFile, writePersonFile } from '../person-files';
import type { SettingsFile } from '../settings-file';
import type { HandlersOf } from './registrar';

/** What the calls about settings need. */
export interface SettingsHandlerOptions {
  settings: SettingsFile;
  managed: ManagedState;
  /** Ask a person for a file of settings; null where they cancel. */
  settingsDialogs: {
    chooseFile(windowId: number): Promise<string | null>;
    chooseTarget(windowId: number): Promise<string | null>;
  };
}

/** Preferences of the person at this machine, and files that hand them on. */
export function settingsHandlers(options: SettingsHandlerOptions): HandlersOf<'settings'> {
  const { settings, managed, settingsDialogs } = options;
  return {
    'settings.update': (patch) => settings.update(patch),
    'settings.export': async (_, { windowId }) => {
      const file = await settingsDialogs.chooseTarget(windowId);
      if (file === null) return null;
      await namingFile(file, () => writePersonFile(file, writeSettings(settings.state())));
      return path.basename(file);
    },
    'settings.import': async (_, { windowId }) => {
      const file = await settingsDialogs.chooseFile(windowId);
      if (file === null) return null;
      const text = await namingFile(file, () => readPersonFile(file));
      return readOffer({ file, text }, settings.state(), managed.locked);
    },
  };
}
