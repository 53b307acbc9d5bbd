import { collectionNames, descriptionOf, fieldsOf } from '@contract/resources';

const hidden = '••••••••';

/**
 * Names of all secret fields as a record carries them: `apn_password`, or the name that a service
 * profile gives. A record also holds others in its relations: a device its chips.
 */
function secretNames(): ReadonlySet<string> {
  return new Set(
    collectionNames().flatMap((collection) =>
      Object.entries(fieldsOf(collection))
        .filter(([, { kind }]) => kind === 'secret' || kind === 'password')
        .flatMap(([field]) => {
          const { wireName, writtenAs } = descriptionOf(collection)?.fields[field] ?? {};
          const usual = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          return [usual, wireName ?? usual, writtenAs ?? usual];
        }),
    ),
  );
}

/** A record as it came, indented, with its secrets covered unless they are asked for. */
export function rawText(raw: Readonly<Record<string, unknown>>, withSecrets: boolean): string {
  const secrets = secretNames();
  return JSON.stringify(
    raw,
    (key, value: unknown) => (!withSecrets && secrets.has(key) && value !== null ? hidden : value),
    2,
  );
}

/** Whether a record holds something that is covered. */
export function hasSecrets(raw: Readonly<Record<string, unknown>>): boolean {
  return rawText(raw, false) !== rawText(raw, true);
}
