import { describe, expect, it } from 'vitest';
import { compareUpdate, rebase, storedDifferently } from '@core/outbox/entries/conflicts';
import { newEntry } from '@core/outbox/entering/new-entry';
import type { Fields } from '@contract/records';
import { VirtualClock } from '../../virtual-clock';

const clock = new VirtualClock();

function update(fields: Fields, base: Fields) {
  const random = { fraction: () => 0.5, id: () => 'e1' };
  const subject = { collection: 'vehicles' as const, key: 'V1', label: '' };
  return newEntry({ clock, random }, { kind: 'update', subject, fields, base });
}

describe('three versions of a field', () => {
  const compare = (mine: Fields, base: Fields, theirs: Fields) =>
    compareUpdate('vehicles', { fields: mine, base }, theirs);

  it('is sent where the service still has the base', () => {
    const { send, conflicts } = compare({ code: 'B' }, { code: 'A' }, { code: 'A', batch: 'new' });
    expect(send).toEqual({ code: 'B' });
    expect(conflicts).toEqual([]);
  });

  it('needs nothing where the service has mine already', () => {
    expect(compare({ code: 'B' }, { code: 'A' }, { code: 'B' })).toEqual({
      send: {},
      conflicts: [],
    });
  });

  it('conflicts where all three differ', () => {
    expect(compare({ code: 'B' }, { code: 'A' }, { code: 'C' })).toEqual({
      send: {},
      conflicts: [{ field: 'code', base: 'A', theirs: 'C', mine: 'B' }],
    });
  });

  it('conflicts with nothing where it was not told, then or now', () => {
    expect(compare({ code: 'B' }, {}, { code: 'C' }).send).toEqual({ code: 'B' });
    expect(compare({ code: 'B' }, { code: 'A' }, {}).send).toEqual({ code: 'B' });
  });

  it.each([
    ['plate', 'ABC-1D23', 'abc1d23'],
    ['vin', '9bwzzz377vt004251', '9BWZZZ377VT004251'],
    ['color', '#aabbcc', '#AABBCC'],
    ['description', 'words ', 'words'],
    ['description', '', null],
  ] as const)('knows %s in another form: %s and %s', (field, mine, theirs) => {
    expect(compare({ [field]: mine }, { [field]: 'other' }, { [field]: theirs }).send).toEqual({});
  });

  it('knows a phone number however it is grouped, and nothing else for the same', () => {
    const compareNumbers = (mine: string, theirs: string) =>
      compareUpdate(
        'chips',
        { fields: { number: mine }, base: { number: 'other' } },
        { number: theirs },
      );
    const same = compareNumbers('+55 (63) 99583-4891', '+5563995834891');
    expect(same).toEqual({ send: {}, conflicts: [] });
    for (const other of ['5563995834891', '+5563995834890', '+5563995834891;ext=1', '+55…4891']) {
      expect(compareNumbers('+55 63 99583-4891', other).conflicts).toHaveLength(1);
    }
    expect(compareNumbers('ask 1', 'ask1').conflicts).toHaveLength(1);
  });

  it('does not take a word in other letters for the same', () => {
    const { conflicts } = compare({ code: 'b' }, { code: 'A' }, { code: 'B' });
    expect(conflicts).toHaveLength(1);
  });
});

it('tells what the service stored otherwise, not what it left out', () => {
  const sent = { code: 'K1', description: 'long words', plate: 'ABC-1D23' };
  const answer = { description: 'long', plate: 'ABC1D23' };
  expect(storedDifferently('vehicles', sent, answer)).toEqual([
    { field: 'description', sent: 'long words', stored: 'long' },
  ]);
});

it('bases a later change on what the earlier one left', () => {
  const earlier = update({ code: 'B', batch: 'x' }, { code: 'A' });
  const later = update({ code: 'C', year: '2020' }, { code: 'B', year: '2019' });
  expect(rebase(later, earlier, { code: 'A' }).base).toEqual({ code: 'A', year: '2019' });
  expect(rebase(later, earlier, {}).base).toEqual({ year: '2019' });
});
