import { describe, expect, it } from 'vitest';
import { savedViewSchema, VIEW_NAME_AT_MOST } from '@contract/views';
import { zoneSchema } from '@contract/zones';

describe.each([
  ['a view', savedViewSchema.shape.name],
  ['a zone', zoneSchema.shape.name],
])('the name of %s', (_, schema) => {
  it.each([
    ['a line break', 'North\ndepot', 'North depot'],
    ['a sign that turns the text around', '\u202ENorth depot', 'North depot'],
    ['spaces that can’t be seen', '\u200B North\u00A0 depot ', 'North depot'],
  ])('is kept without %s', (_what, typed, kept) => {
    expect(schema.parse(typed)).toBe(kept);
  });

  it('keeps emoji that are joined of several', () => {
    expect(schema.parse('👩🏽‍🚒 north')).toBe('👩🏽‍🚒 north');
  });

  it.each(['', '  ', '\u200B', '\u202E\u2060'])(
    'is refused where nothing of it can be seen: %j',
    (typed) => {
      expect(schema.safeParse(typed).success).toBe(false);
    },
  );
});

it('A name is measured as it is kept', () => {
  const name = 'x'.repeat(VIEW_NAME_AT_MOST);
  expect(savedViewSchema.shape.name.parse(`  ${name}\u200B`)).toBe(name);
  expect(savedViewSchema.shape.name.safeParse(`${name}x`).success).toBe(false);
});
