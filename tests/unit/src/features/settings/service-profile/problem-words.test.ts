import { afterEach, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { readProfile } from '@core/service/profile';
import { setLocale, useI18n } from '@/i18n/i18n';
import { problemWords } from '@/features/settings/service-profile/problem-words';

const { t } = useI18n();

afterEach(() => {
  setLocale('en');
});

/** What core says of a broken profile, key by key, in the words that a person reads. */
function problemsOf(json: unknown): Record<string, string> {
  try {
    readProfile(json);
  } catch (caught) {
    const fields = FleetdeskError.from(caught).fields ?? [];
    return Object.fromEntries(fields.map(({ path, message }) => [path, problemWords(message, t)]));
  }
  throw new Error('The profile is not broken.');
}

const broken = {
  limits: { perMinute: 'all', pageSize: 1000, chunkSize: 0 },
  atomicLists: null,
  publicKey: { place: 'cookie', name: 'public key' },
  paging: { firstPage: 7 },
  errors: { messages: [], rateStatuses: 429 },
  tracking: { heading: { zero: 360 } },
  silence: { lateAfterSeconds: 0 },
  operations: { 'users.get': { path: 'https://other.example/v2/users/{id}' } },
  optionalOperations: { 'webhooks.list': {} },
  colour: 'red',
};

describe('what is wrong with a key of a profile', () => {
  it('is said in words, whatever it is', () => {
    expect(problemsOf(broken)).toEqual({
      'limits.perMinute': 'Must be a number, but is text.',
      'limits.pageSize': 'Must be at most 100.',
      'limits.chunkSize': 'Must be at least 1.',
      atomicLists: 'Must be true or false, but is null.',
      'publicKey.place': 'Must be one of: "header", "query", "none".',
      'publicKey.name': 'Only letters, digits and dashes are allowed.',
      'paging.firstPage': 'This value isn’t valid.',
      'errors.messages': 'Must be at least 1.',
      'errors.rateStatuses': 'Must be a list, but is a number.',
      'tracking.heading.zero': 'Must be less than 360.',
      'silence.lateAfterSeconds': 'Must be more than 0.',
      'operations.users.get.path':
        'A path begins with a single /, as in /v2/vehicles, and can’t lead to another host.',
      'optionalOperations.webhooks.list.method':
        'Must be one of: "GET", "POST", "PUT", "PATCH", "DELETE".',
      'optionalOperations.webhooks.list.path': 'Missing; must be text.',
      colour: 'Fleetdesk doesn’t know this entry.',
    });
  });

  it('is said of what keys mean together as well', () => {
    expect(
      problemsOf({
        publicKey: { name: 'Authorization' },
        silence: { lateAfterSeconds: 9000, silentAfterSeconds: 60 },
        operations: { 'users.get': { path: '/v2/users' }, 'users.list': { path: '/v2/{id}' } },
      }),
    ).toEqual({
      'publicKey.name': 'This header is reserved.',
      'silence.silentAfterSeconds': 'Must not be less than lateAfterSeconds.',
      'operations.users.get.path': 'The path must contain {id} and no other identifier.',
      'operations.users.list.path': 'This path takes no identifier.',
    });
    const words = { en: 'Trailer', 'pt-BR': 'Reboque', es: 'Remolque' };
    const operations = { list: { path: '/v2/trailers' } };
    const code = { kind: 'secret', labels: words, writable: 'never', searchable: 'words' };
    const described = { labels: { one: words, many: words }, operations };
    const trailers = { ...described, fields: { code: { ...code, unique: true } } };
    expect(problemsOf({ resources: { trailers: { ...trailers, title: ['code'] } } })).toEqual({
      'resources.trailers.title.0': 'A secret can’t identify a record. Choose another field.',
      'resources.trailers.fields':
        'Describe at least one field that is not a secret: records are listed by it.',
      'resources.trailers.fields.code.searchable': 'A secret can’t be searched.',
      'resources.trailers.fields.code.unique':
        'A secret can’t identify a record. Choose another field.',
    });
    expect(problemsOf({ version: 2 })).toEqual({
      version: 'This version of Fleetdesk only reads profiles of version 1.',
    });
  });

  it.each(['pt-BR', 'es'] as const)('is said in %s, nothing of it in English', (locale) => {
    const english = Object.values(problemsOf(broken));
    setLocale(locale);
    const translated = Object.values(problemsOf(broken));
    expect(translated.filter((words) => english.includes(words))).toEqual([]);
  });

  it('is shown as it came where it is not known', () => {
    expect(problemWords('Not on a Sunday', t)).toBe('Not on a Sunday');
  });
});
