import { expect, it } from 'vitest';
import { isEmpty, sortFields } from '@/features/outbox/refused-fields';
import { entry } from './entries';

const create = entry('new', {
  kind: 'create',
  fields: { plate: 'ABC-1D23', year: '2031', color: '#FFFFFF' },
});

it('shows the fields of a new record: spoken of, entered, then the others', () => {
  const { main, more } = sortFields(create, ['vin', 'year']);
  expect(main).toEqual(['year', 'vin', 'plate', 'color']);
  expect(more).toContain('brandName');
  expect(more).not.toContain('createdAt');
  expect(more).not.toContain('plate');
});

it('shows of a change what was changed, and what the service speaks of', () => {
  expect(sortFields(entry('change'), ['plate'])).toEqual({ main: ['plate', 'color'], more: [] });
});

it('never shows a password among the fields', () => {
  const user = entry('user', {
    kind: 'create',
    subject: { collection: 'users', key: 'local:a', label: 'Ana' },
    fields: { username: 'ana' },
  });
  const { main, more } = sortFields(user, ['password']);
  expect([...main, ...more]).not.toContain('password');
});

it.each([
  [undefined, true],
  [null, true],
  ['', true],
  ['x', false],
  [0, false],
])('takes %j for empty: %s', (value, empty) => {
  expect(isEmpty(value)).toBe(empty);
});
