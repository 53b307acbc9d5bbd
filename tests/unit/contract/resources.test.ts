import { describe, expect, it } from 'vitest';
import fieldWords from '@resources/locales/en/fields.json';
import { builtInCollections } from '@contract/collections';
import {
  columnsOf,
  confirmationOf,
  derivedOf,
  detailOf,
  fieldsOf,
  isColumn,
  labelOf,
  nameFieldOf,
  resourceOf,
  subtitleOf,
} from '@contract/resources';

describe.each(builtInCollections)('the declaration of %s', (name) => {
  const resource = resourceOf(name);
  const fields = fieldsOf(name);

  it('names fields that there are, in every part', () => {
    const named = [
      ...resource.title,
      resource.mainField,
      ...resource.subtitle.flat(),
      ...resource.detail.flat(),
      ...resource.identity,
      ...resource.sections.flatMap((section) => section.fields),
    ];
    expect(named.filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
    const inLists = [...(resource.leading ?? []), ...resource.filters.map(({ field }) => field)];
    expect(inLists.filter((field) => !isColumn(name, field))).toEqual([]);
    expect(Object.keys(derivedOf(name)).filter((field) => field in fields)).toEqual([]);
  });

  it('leads with what names most records', () => {
    expect(columnsOf(name)[0]?.[0]).toBe(nameFieldOf(name));
  });

  it('has a field that can be written in one section at most, and no other field in any', () => {
    const inForm = resource.sections.flatMap((section) => section.fields);
    expect(inForm).toEqual([...new Set(inForm)]);
    expect(inForm.filter((field) => fields[field]?.writable === 'never')).toEqual([]);
  });

  it('has words for each field', () => {
    const words: Record<string, unknown> = fieldWords[name];
    const shown = Object.entries(derivedOf(name)).flatMap(([field, { column }]) =>
      column === undefined ? [] : [field],
    );
    const fieldsWithout = [...Object.keys(fields), ...shown].filter(
      (field) => typeof words[field] !== 'string',
    );
    expect(fieldsWithout).toEqual([]);
  });

  it('shows its main field in a column, and a secret in none', () => {
    expect(fields[resource.mainField]?.column).toBeDefined();
    const hidden = Object.values(fields).filter(({ kind }) =>
      ['secret', 'password'].includes(kind),
    );
    expect(hidden.filter(({ column }) => column !== undefined)).toEqual([]);
  });
});

describe('what a record is called', () => {
  it('is the first of its names that has a text', () => {
    expect(labelOf('vehicles', { plate: ' ABC1D23 ', code: 'C1' })).toBe('ABC1D23');
    expect(labelOf('vehicles', { plate: '', code: 'C1' })).toBe('C1');
    expect(labelOf('vehicles', { plate: null, vin: '9BWZZZ377VT004251' })).toBe(
      '9BWZZZ377VT004251',
    );
    expect(labelOf('users', { name: null, username: 'ana' })).toBe('ana');
    expect(labelOf('devices', {})).toBeNull();
  });

  it('is not said twice in its subtitle or detail', () => {
    expect(subtitleOf('users', { username: 'ana', email: 'ana@example.com' })).toBe(
      'ana@example.com',
    );
    expect(
      subtitleOf('vehicles', { plate: 'A', brandName: 'Honda', modelName: 'CG', code: '5' }),
    ).toBe('Honda CG · 5');
    expect(detailOf('devices', { imei: '490154203237518' })).toBeNull();
    expect(detailOf('devices', { name: 'T1', imei: '490154203237518' })).toBe('490154203237518');
    expect(detailOf('vehicles', { plate: 'A', code: '5' })).toBe('5');
  });

  it('is its main field where a delete is confirmed, since names are not unique', () => {
    expect(confirmationOf('users', { name: 'Ana', username: 'ana' })).toBe('ana');
    expect(confirmationOf('vehicles', { plate: null, code: '5' })).toBe('5');
    expect(confirmationOf('chips', {})).toBeNull();
  });
});
