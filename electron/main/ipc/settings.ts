import type { SettingsFile } from '../settings-file';
import type { HandlersOf } from './registrar';

/** Preferences of the person at this machine. */
export function settingsHandlers(settings: SettingsFile): HandlersOf<'settings'> {
  return { 'settings.update': (patch) => settings.update(patch) };
}
