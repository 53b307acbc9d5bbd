import type { OutboxPatch } from '@contract/outbox';
import { beforeEach, expect, it } from 'vitest';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

let patches: OutboxPatch[];

beforeEach(() => {
  patches = [];
  house.outbox.subscribe((patch) => patches.push(patch));
});

/** How an entry was told, in order; a patch that removes it is told by its last state. */
function told(entryId: string): string[] {
  return patches.flatMap(({ changed, removed }) => {
    const states = changed.filter(({ id }) => id === entryId).map(({ state }) => state);
    return removed.includes(entryId) ? [...states, 'removed'] : states;
  });
}

it('tell a change that was sent as it ended, and remove it', async () => {
  house.link.set('offline');
  const { entryId } = await house.outbox.update({
    collection: 'vehicles',
    key: await house.key('vehicles'),
    fields: { description: 'new' },
  });
  await house.pass(10);
  house.link.set('online');
  await house.pass(2000);
  expect(told(entryId)[0]).toBe('waiting');
  expect(told(entryId).slice(-2)).toEqual(['sent', 'removed']);
  const last = patches.flatMap(({ changed }) => changed).at(-1);
  expect(last).toMatchObject({ state: 'sent', holdUp: null });
  expect(last?.sentAt).not.toBeNull();
});

it('tell a change that was discarded as such', async () => {
  house.link.set('offline');
  const { entryId } = await house.outbox.update({
    collection: 'vehicles',
    key: await house.key('vehicles'),
    fields: { description: 'new' },
  });
  await house.pass(10);
  await house.outbox.discard(entryId);
  await house.pass(10);
  expect(told(entryId)).toEqual(['waiting', 'discarded', 'removed']);
});
