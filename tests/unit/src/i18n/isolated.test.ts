import { expect, it } from 'vitest';
import { useI18n } from '@/i18n/i18n';
import { isolated } from '@/i18n/isolated';

const arabic = 'شاحنة ١٢';

it('an Arabic or Hebrew name keeps its direction to itself within a sentence', () => {
  const { t } = useI18n();
  expect(t('outbox.titles.update.vehicles', { name: arabic })).toBe(
    `Change vehicle \u2068${arabic}\u2069`,
  );
  expect(isolated({ name: 'משאית' })).toEqual({ name: '\u2068משאית\u2069' });
});

it('signs that turn the direction end with the name that holds them', () => {
  expect(isolated({ name: 'gpj.\u202eexe' })).toEqual({ name: '\u2068gpj.\u202eexe\u2069' });
  expect(isolated({ name: 'a\u2069\u202eb' })).toEqual({ name: '\u2068a\u202eb\u2069' });
});

it('other values stay as they are: accents, emoji, digits, numbers', () => {
  const values = { name: 'São João 🚚', n: 12, plate: 'ABC-1D23' };
  expect(isolated(values)).toBe(values);
});
