import { beforeEach, expect, it } from 'vitest';
import { settle } from '../virtual-clock';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

let keys: string[];

beforeEach(async () => {
  keys = await house.keys('vehicles', 2);
});

const edit = (index: number, description: string) =>
  house.outbox.update({ collection: 'vehicles', key: keys[index] ?? '', fields: { description } });

it('what was sent stays in doubt though something else is dropped in that very moment', async () => {
  const sent = await edit(0, 'sent');
  const other = await edit(1, 'waits');
  const full = new Error('no room');
  const commit = house.store.commit.bind(house.store);
  let dropped: Promise<void> | null = null;
  house.store.commit = async (changes) => {
    const states = changes.map((change) => change.kind === 'entry' && change.entry.state);
    if (states.includes('sent') && dropped === null) {
      dropped = house.outbox.discard(other.entryId);
      throw full;
    }
    // As long as a thread of its own takes.
    if (states.includes('discarded')) await settle();
    return commit(changes);
  };
  await house.pass(2_000);
  await dropped;
  await settle();
  house.store.commit = commit;
  expect(house.faults.splice(0)).toEqual([full]);
  expect(house.entries).toMatchObject([{ id: sent.entryId, state: 'unsure' }]);
  await house.pass(60_000);
  expect(house.entries).toEqual([]);
  expect(house.service.ours('vehicles.update')).toHaveLength(1);
});
