import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';

const hidden = '••••••••';

/** Names of secret fields as a record carries them: `apn_password`. */
function secretsOf(collection: CollectionName): string[] {
  return Object.entries(fieldsOf(collection))
    .filter(([, { kind }]) => kind === 'secret' || kind === 'password')
    .map(([field]) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** A record as it came, indented, with its secrets covered unless they are asked for. */
export function rawText(
  collection: CollectionName,
  raw: Readonly<Record<string, unknown>>,
  withSecrets: boolean,
): string {
  const secrets = withSecrets ? [] : secretsOf(collection);
  return JSON.stringify(
    raw,
    (key, value: unknown) => (secrets.includes(key) && typeof value === 'string' ? hidden : value),
    2,
  );
}

/** Whether a record holds something that is covered. */
export function hasSecrets(
  collection: CollectionName,
  raw: Readonly<Record<string, unknown>>,
): boolean {
  return rawText(collection, raw, false) !== rawText(collection, raw, true);
}
