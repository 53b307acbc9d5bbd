import { maskedAddress } from '@contract/rules/map-address';
import { settingNames, settingsPatchSchema, type Settings } from '@contract/settings';
import { ownSettings, type SettingsOffer } from '@contract/settings-files';
import { areSameData } from '../same-data';
import { readJsonObject, readSettings, type SettingProblem } from './read-settings';

/** What a file of settings begins with. */
const KIND = 'settings';
const VERSION = 1;

/** The settings as a file for another computer, without those of the moment and without secrets. */
export function writeSettings(settings: Settings): string {
  const handedOn = Object.entries(settings).filter(
    ([key, value]) => !isOwn(key) && !isSecret(value),
  );
  const content = { fleetdesk: KIND, version: VERSION, settings: Object.fromEntries(handedOn) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * What a file of settings would change. One bad value costs only itself; those of the administrator
 * stay.
 * @param file its path, for the person who chose it
 * @param locked keys of the administrator
 */
export function readOffer(
  { file, text }: { file: string; text: string },
  current: Settings,
  locked: readonly string[],
): SettingsOffer {
  const refused = (fault: SettingsOffer['fault']) => ({ file, fault, changes: {}, problems: [] });
  const content = readJsonObject(text);
  if (content === null) return refused('not-json');
  if (content['fleetdesk'] !== KIND || content['settings'] === undefined) return refused('foreign');
  if (content['version'] !== VERSION) return refused('newer');
  const found: SettingProblem[] = [];
  const good = Object.entries(readSettings(content['settings'], settingNames, found));
  const problems: SettingsOffer['problems'] = [...found];
  const changes = good.filter(([key, value]) => {
    if (isOwn(key)) return false;
    if (areSameData(value, current[key as keyof Settings])) return false;
    if (!locked.includes(key)) return true;
    problems.push({ path: `settings.${key}`, what: 'locked' });
    return false;
  });
  return {
    ...{ file, fault: null, problems },
    changes: settingsPatchSchema.parse(Object.fromEntries(changes)),
  };
}

function isOwn(key: string): boolean {
  return ownSettings.some((own) => own === key);
}

/** Whether an address in it holds a key, a name or a password: those stay on their computer. */
function isSecret(value: unknown): boolean {
  if (typeof value === 'string') {
    return /^[a-z]+:\/\//i.test(value) && (maskedAddress(value) !== value || hasUser(value));
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(isSecret);
}

function hasUser(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
