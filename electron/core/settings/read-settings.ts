import { settingsSchema, type Settings } from '@contract/settings';

/** What is wrong with one of several settings that were written by hand or elsewhere. */
export interface SettingProblem {
  /** As in `settings.theme`. */
  path: string;
  what: 'unknown-key' | 'wrong-value';
}

/** Takes what is wrong with settings. */
interface Problems {
  push(problem: SettingProblem): unknown;
}

/** The object that a text holds as JSON; null where it holds none. */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    // Editors of Windows put a mark before the text.
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/**
 * The good ones of some settings. A bad one costs only itself, and is added to the problems.
 * @param known the settings that can be given here
 */
export function readSettings(
  given: unknown,
  known: readonly (keyof Settings)[],
  problems: Problems,
): Partial<Settings> {
  if (given === undefined) return {};
  if (!isObject(given)) {
    problems.push({ path: 'settings', what: 'wrong-value' });
    return {};
  }
  const good: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const path = `settings.${key}`;
    const setting = known.find((each) => each === key);
    if (setting === undefined) {
      problems.push({ path, what: 'unknown-key' });
      continue;
    }
    const read = settingsSchema.shape[setting].safeParse(value);
    if (read.success) good[key] = read.data;
    else problems.push({ path, what: 'wrong-value' });
  }
  return good;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
