import { afterEach, describe, expect, it } from 'vitest';
import { declareResources, resourceDescriptionsSchema } from '@contract/resources';
import { hasSecrets, rawText } from '@/features/records/raw-text';

const chip = { id: 'x', attributes: { serial: '8955', apn_password: 'hunter2' } };

afterEach(() => {
  declareResources({});
});

describe('a raw record', () => {
  it('covers its secrets until they are asked for', () => {
    expect(rawText(chip, false)).not.toContain('hunter2');
    expect(rawText(chip, false)).toContain('8955');
    expect(JSON.parse(rawText(chip, true))).toEqual(chip);
    expect(hasSecrets(chip)).toBe(true);
  });

  it.each([123456, true, ['123456'], { text: '123456' }])(
    'covers a secret of any kind: %j',
    (value) => {
      const odd = { id: 'x', attributes: { serial: '8955', apn_password: value } };
      expect(JSON.parse(rawText(odd, false))).toMatchObject({
        attributes: { serial: '8955', apn_password: '••••••••' },
      });
      expect(hasSecrets(odd)).toBe(true);
    },
  );

  it('covers the secrets of records in its relations: a chip of a device', () => {
    const device = { id: 'd', attributes: {}, relationships: { chips: [chip] } };
    expect(rawText(device, false)).not.toContain('hunter2');
    expect(rawText(device, false)).toContain('8955');
    expect(hasSecrets(device)).toBe(true);
  });

  it.each(['wireName', 'writtenAs'])('covers a described secret by its %s', (name) => {
    const words = { en: 'Tag', 'pt-BR': 'Tag', es: 'Tag' };
    const described = resourceDescriptionsSchema.parse({
      trailers: {
        labels: { one: words, many: words },
        fields: {
          plate: { kind: 'text', labels: words },
          unlockCode: { kind: 'secret', labels: words, writable: 'never', [name]: 'pin' },
        },
        operations: { list: { path: '/v2/trailers' } },
      },
    });
    declareResources(described);
    const trailer = { id: 'x', attributes: { plate: 'ABC', pin: '4711', unlock_code: '0815' } };
    const shown = rawText(trailer, false);
    expect(shown).toContain('ABC');
    expect(shown).not.toMatch(/4711|0815/);
  });

  it('without secrets has nothing to cover', () => {
    expect(hasSecrets({ id: 'x', attributes: { plate: 'ABC' } })).toBe(false);
    expect(hasSecrets({ attributes: { apn_password: null } })).toBe(false);
  });
});
