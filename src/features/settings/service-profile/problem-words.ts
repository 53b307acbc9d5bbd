import { hasMessage, type Translate } from '@/i18n/i18n';

const exact = {
  'Unknown key': 'serviceProfile.problems.unknownKey',
  path: 'serviceProfile.problems.path',
  name: 'serviceProfile.problems.name',
  Reserved: 'serviceProfile.problems.reserved',
  'Less than lateAfterSeconds': 'serviceProfile.problems.order',
  'Expected no identifiers': 'serviceProfile.problems.noIdentifiers',
  'Reserved name': 'serviceProfile.problems.reservedName',
  'Expected at least one field': 'serviceProfile.problems.noFields',
  'Expected 60 fields at most': 'serviceProfile.problems.manyFields',
  'Expected 20 resources at most': 'serviceProfile.problems.manyResources',
  'Needs the operation "get"': 'serviceProfile.problems.needsGet',
  'Only for the kind "reference"': 'serviceProfile.problems.onlyReference',
  'Nobody can enter what is never written': 'serviceProfile.problems.neverWritten',
  'A secret has no column': 'serviceProfile.problems.secretColumn',
  'A secret is not searched': 'serviceProfile.problems.secretSearch',
  'A secret can not name a record': 'serviceProfile.problems.secretName',
  'Expected a field that is not secret': 'serviceProfile.problems.secretsAlone',
} as const;

const limits = {
  'small>=': 'serviceProfile.problems.atLeast',
  'small>': 'serviceProfile.problems.moreThan',
  'big<=': 'serviceProfile.problems.atMost',
  'big<': 'serviceProfile.problems.lessThan',
} as const;

/** The first key of a table that a text is, or undefined. */
function lookUp<T extends Record<string, string>>(table: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof T] : undefined;
}

/**
 * What is wrong with a key of a profile file, in the language in use. Main tells it in the words
 * of the schema; what is not known here is shown as it came.
 */
export function problemWords(message: string, t: Translate): string {
  const known = lookUp(exact, message);
  if (known) return t(known);
  const typeName = (type: string): string => {
    const key = `serviceProfile.problems.types.${type}`;
    return hasMessage(key) ? t(key) : type;
  };

  const type = /^Invalid input: expected (\w+), received (\w+)$/.exec(message);
  if (type) {
    const [, expected = '', received = ''] = type;
    return received === 'undefined'
      ? t('serviceProfile.problems.missing', { expected: typeName(expected) })
      : t('serviceProfile.problems.type', {
          expected: typeName(expected),
          received: typeName(received),
        });
  }
  const options = /^Invalid option: expected one of (.+)$/.exec(message)?.[1];
  if (options) {
    return t('serviceProfile.problems.oneOf', { list: options.replaceAll('|', ', ') });
  }
  const limit = /^Too (small|big): expected \w+ to (?:be|have) ([<>]=?)(\S+)/.exec(message);
  const bound = limit && lookUp(limits, `${limit[1]}${limit[2]}`);
  if (bound) return t(bound, { limit: limit[3] ?? '' });
  const identifiers = /^Expected (.+) identifiers$/.exec(message)?.[1];
  if (identifiers) return t('serviceProfile.problems.identifiers', { list: identifiers });
  const unknown = /^Unknown (field|resource) "(.*)"$/.exec(message);
  if (unknown) {
    const [, what = '', name = ''] = unknown;
    const key = what === 'field' ? 'unknownField' : 'unknownResource';
    return t(`serviceProfile.problems.${key}`, { name });
  }
  const ofKind = /^Expected for the kind "(\w+)", and for no other$/.exec(message)?.[1];
  if (ofKind) return t('serviceProfile.problems.ofKind', { kind: ofKind });
  const never = /^Expected "never" for the kind "(\w+)"$/.exec(message)?.[1];
  if (never) return t('serviceProfile.problems.onlyNever', { kind: never });
  const version = /^Expected (\d+)$/.exec(message)?.[1];
  if (version) return t('serviceProfile.problems.version', { version });
  return message.startsWith('Invalid') ? t('serviceProfile.problems.unfit') : message;
}
