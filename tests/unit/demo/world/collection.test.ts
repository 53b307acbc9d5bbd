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
