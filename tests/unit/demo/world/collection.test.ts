import { describe, expect, it } from 'vitest';
import { Collection } from '@demo/world/fleet/collection';
import { idOf } from '@demo/world/fleet/ids';

const collection = () =>
  new Collection(1, 'vehicle', 40, (index) => ({ id: idOf(1, 'vehicle', index), index }));

describe('pages of a collection', () => {
  it.each([
    [[]],
    [[0]],
    [[39]],
    [[3, 4, 5, 11, 12, 30]],
    [Array.from({ length: 40 }, (_, i) => i)],
  ])('are those of all that is left and was added, without %j', (gone) => {
    const records = collection();
    // In no order of theirs.
    for (const index of [...gone].reverse()) records.remove(idOf(1, 'vehicle', index));
    for (const index of [100, 101]) records.add({ id: `created${index}00000`, index });
    const all = [...records];
    expect(all).toHaveLength(records.count);
    for (const limit of [1, 7, 100]) {
      for (let offset = 0; offset <= all.length + 1; offset += 1) {
        expect(records.page(offset, limit)).toEqual(all.slice(offset, offset + limit));
      }
    }
  });
});

describe('who has a value that belongs to one alone', () => {
  const id = (index: number): string => idOf(1, 'vehicle', index);

  it('is known through changes, deletes and creates', async () => {
    const records = collection();
    await records.learn(['index']);
    expect(records.holderOf('index', 7)?.id).toBe(id(7));
    expect(records.holderOf('index', 40)).toBeUndefined();

    records.put({ id: id(7), index: 70 });
    expect(records.holderOf('index', 7)).toBeUndefined();
    expect(records.holderOf('index', 70)?.id).toBe(id(7));

    records.remove(id(8));
    expect(records.holderOf('index', 8)).toBeUndefined();

    records.add({ id: 'created00000000', index: 8 });
    expect(records.holderOf('index', 8)?.id).toBe('created00000000');
    records.remove('created00000000');
    expect(records.holderOf('index', 8)).toBeUndefined();
  });

  it('is found out once, while others have their turn', async () => {
    let derived = 0;
    const records = new Collection(1, 'vehicle', 2_000, (index) => {
      derived += 1;
      return { id: idOf(1, 'vehicle', index), index };
    });
    const learning = Promise.all([records.learn(['index']), records.learn(['index'])]);
    expect(derived).toBeLessThan(1_000);
    await learning;
    await records.learn(['index']);
    expect(derived).toBe(2_000);
  });
});
