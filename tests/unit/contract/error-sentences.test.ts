import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes, errorReasons, type ErrorCode, type ErrorReason } from '@contract/errors';
import { locales } from '@contract/settings';

type Sentence = { title?: string; action?: string };
type Sentences = Record<string, Sentence & { reasons?: Record<string, Sentence> }>;

/** The reasons that occur under each code. A new one needs its sentences before it is used. */
const reasonsOf: Record<ErrorCode, readonly ErrorReason[]> = {
  offline: [
    'host-unknown',
    'connection-refused',
    'certificate',
    'proxy-sign-in',
    'proxy-script',
    'secure-connection',
    'work-offline',
    'map-offline',
    'map-work-offline',
    'geocoder-offline',
  ],
  timeout: ['map-timeout', 'geocoder-timeout'],
  unauthenticated: [
    'public-key-needed',
    'public-key-refused',
    'refused',
    'refused-or-fault',
    'expired',
    'signed-out',
  ],
  forbidden: ['map-refused', 'geocoder-refused', 'administrator'],
  'not-found': [
    ...(['no-device', 'not-kept', 'map-no-tiles', 'map-archive-gone', 'map-region-empty'] as const),
  ],
  'invalid-request': [
    'plain-http',
    'feature-absent',
    'map-address',
    'map-private-address',
    'map-plain-http',
    'map-region-large',
    'map-copies',
    'geocoder-off',
    'geocoder-address',
  ],
  conflict: ['entry-done', 'is-leaving'],
  'rate-limited': ['map-busy', 'geocoder-busy'],
  'service-error': [
    'html',
    'internal',
    'demo-failed',
    'port-in-use',
    'map-server',
    'geocoder-server',
  ],
  'bad-response': [
    ...(['html', 'not-json', 'unexpected-shape', 'too-large', 'redirect'] as const),
    ...(['map-redirect', 'map-not-image', 'map-tile-size', 'map-tile-too-large'] as const),
    ...(['map-no-ranges', 'map-changed'] as const),
    ...(['wms-answer', 'wms-refused', 'wms-damaged', 'wms-too-large'] as const),
    ...(['wms-no-layers', 'wms-projection', 'wms-format'] as const),
    'geocoder-answer',
  ],
  'keychain-locked': ['wrong-passphrase'],
  'keychain-unavailable': ['unreadable', 'map-key'],
  'store-damaged': [
    'disk-full',
    'read-only',
    'in-use',
    'key-missing',
    'newer-version',
    'store-closed',
  ],
  'file-unreadable': [
    'profile-broken',
    'too-large',
    'certificate-file',
    'certificate-not-authority',
    'certificate-ended',
    'certificate-many',
    'map-file-gone',
    'map-unknown-file',
    'map-cut-off',
    'map-damaged',
    'map-compression',
    'map-schema',
    'map-tile-form',
    'map-tile-too-large',
    'map-cache',
    'zone-file-kind',
    'zone-file-entities',
    'zone-file-many',
    'zone-file-large',
    'label-file-kind',
    'label-file-columns',
    'label-file-many',
    'map-disk-full',
  ],
  cancelled: [],
};

function read(locale: string): Sentences {
  const file = resolve(import.meta.dirname, `../../../resources/locales/${locale}/errors.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Sentences;
}

function isSentence(text: string | undefined): boolean {
  return text !== undefined && /^\p{Lu}.+[.]$/su.test(text);
}

describe.each(locales)('sentences in %s', (locale) => {
  const sentences = read(locale);

  it.each(errorCodes)('%s says what happened and what to do', (code) => {
    const { title, action, reasons = {} } = sentences[code] ?? {};
    expect(isSentence(title)).toBe(true);
    expect(isSentence(action)).toBe(true);
    expect(Object.keys(reasons).sort()).toEqual([...reasonsOf[code]].sort());
    for (const reason of reasonsOf[code]) {
      expect(isSentence(reasons[reason]?.title), `${reason} title`).toBe(true);
      expect(isSentence(reasons[reason]?.action), `${reason} action`).toBe(true);
    }
  });

  it('says each thing once', () => {
    const titles = Object.values(sentences).flatMap(({ title, reasons = {} }) => [
      title,
      ...Object.values(reasons).map((reason) => reason.title),
    ]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('the union', () => {
  it('uses every reason', () => {
    const used = new Set(Object.values(reasonsOf).flat());
    expect(errorReasons.filter((reason) => !used.has(reason))).toEqual([]);
  });

  it('is translated, not copied', () => {
    const [en, ...others] = locales.map(read);
    for (const code of errorCodes) {
      for (const other of others) expect(other[code]?.title).not.toBe(en?.[code]?.title);
    }
  });
});
