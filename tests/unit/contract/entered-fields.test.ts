import { describe, expect, it } from 'vitest';
import { channels } from '@contract/channels';

const create = (fields: Record<string, unknown>): boolean =>
  channels['records.create'].input.safeParse({ collection: 'users', fields }).success;

describe('the fields that a page hands over', () => {
  it('are taken as a form has them', () => {
    expect(create({ name: 'Ana', roles: ['000000000000001', '000000000000002'] })).toBe(true);
  });

  it.each<[name: string, fields: Record<string, unknown>]>([
    ['a text without end', { name: 'x'.repeat(10_001) }],
    ['a list without end', { roles: Array.from({ length: 1_001 }, () => 'r') }],
    ['a long text in a list', { roles: ['x'.repeat(256)] }],
    [
      'fields without end',
      Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`field${number}`, 'x'])),
    ],
  ])('are refused with %s', (_name, fields) => {
    expect(create(fields)).toBe(false);
  });

  it.each<[name: string, fields: Record<string, unknown>]>([
    ['a text without end', { name: 'x'.repeat(10_001) }],
    ['a long text in a list', { name: 'Ana', roles: ['x'.repeat(256)] }],
  ])('name the field that is refused: %s', (_name, fields) => {
    const input = { collection: 'users', fields };
    const { error } = channels['records.create'].input.safeParse(input);
    const wrong = 'roles' in fields ? 'roles' : 'name';
    expect(error?.issues.map(({ path }) => path)).toEqual([['fields', wrong]]);
  });
});
