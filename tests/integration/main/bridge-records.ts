import { expect, it, vi } from 'vitest';
import type { ChannelName, ChannelInput } from '@contract/channels';
import { builtInCollections } from '@contract/collections';
import { topics, type TopicName } from '@contract/events';
import type { OutboxEntry } from '@contract/outbox';
import type { BridgeHouse } from './bridge-house';

/** The house that the calls go to, and all patches that came from it. */
export type Bridge = {
  readonly house: BridgeHouse;
  readonly patches: readonly { topic: TopicName; patch: unknown }[];
};

/** Adds the tests of records: as they are kept, and changed by way of the outbox. */
export function checkRecords(bridge: () => Bridge): void {
  function call<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<unknown> {
    return bridge().house.call(channel, input);
  }

  /** What a person types to confirm a delete. */
  async function nameOf(collection: 'vehicles' | 'users', key: string): Promise<string> {
    const { fields } = (await call('records.read', { collection, key })) as {
      fields: Record<string, string>;
    };
    return fields['plate'] ?? fields['username'] ?? '';
  }

  async function someKey(collection: 'vehicles' | 'devices' | 'users', at = 0): Promise<string> {
    const { keys } = (await call('records.find', {
      ...{ collection, search: '', filters: [], sort: [], withGone: false },
    })) as { keys: string[] };
    return keys[at] ?? '';
  }

  const vehicleKey = () => someKey('vehicles');

  /** The entries of the outbox, of which each must be what the contract promises. */
  function entries(): OutboxEntry[] {
    const snapshot = bridge().house.sources().outbox.snapshot();
    expect(topics.outbox.snapshot.parse(snapshot)).toEqual(snapshot);
    return snapshot.entries;
  }

  /** Waits for what the outbox looks like, kind by kind and state by state. */
  function settled(...wanted: [kind: string, state: string][]): Promise<void> {
    return vi.waitFor(
      () => {
        expect(entries().map(({ kind, state }) => [kind, state])).toEqual(wanted);
      },
      { interval: 50 },
    );
  }

  it('of records and their associations, as they are kept', async () => {
    for (const collection of builtInCollections) {
      const query = { collection, search: '', filters: [], sort: [], withGone: true };
      const { keys } = (await call('records.find', query)) as { keys: string[] };
      expect(keys.length, collection).toBeGreaterThan(0);
      await call('records.rows', { collection, keys });
      await call('records.read', { collection, key: keys[0] ?? '' });
    }
    const key = await vehicleKey();
    const name = { collection: 'vehicles', key } as const;
    await call('records.refresh', name);
    await call('records.values', { collection: 'vehicles', field: 'typeName' });
    const read = (await call('records.read', name)) as { fields: { plate: string } };
    const { plate } = read.fields;
    const given = { collection: 'vehicles', key: null, fields: { plate } } as const;
    expect(await call('records.duplicates', given)).toMatchObject([{ field: 'plate', key }]);
    await call('records.askService', { collection: 'vehicles', search: 'A' });
    await call('records.views', 'vehicles');
    const change = { kind: 'default', id: null } as const;
    await call('records.changeViews', { collection: 'vehicles', change });
    const type = { collection: 'devices', field: 'typeId', value: 'typ000000000001' };
    await call('records.nameValue', { ...type, name: 'Wired tracker' });
    expect(await call('records.valueNames', undefined)).toEqual([
      { ...type, name: 'Wired tracker' },
    ]);
    await call('records.sync', 'chips');
    await call('records.history', name);
    for (const side of ['devices', 'users'] as const) {
      const { items } = (await call('associations.refresh', { vehicleKey: key, side })) as {
        items: { otherKey: string }[];
      };
      await call('associations.ofVehicle', { vehicleKey: key, side });
      const otherKey = items[0]?.otherKey;
      if (otherKey !== undefined) {
        await call('associations.ofOther', { side, otherKey });
        const places = await call('records.places', { side, otherKeys: [otherKey] });
        // A person may be on several vehicles.
        expect(places).toContainEqual(expect.objectContaining({ otherKey, vehicleKey: key }));
      }
      await call('associations.complete', { side, isWanted: false });
    }
  });

  it('of what a person changes, until it is sent or taken back', async () => {
    await call('outbox.pause', true);
    const key = await vehicleKey();
    const fields = { plate: 'QZX1A23', description: 'new' };
    const saved = (await call('records.create', { collection: 'vehicles', fields })) as {
      entryId: string;
      key: string;
    };
    await call('records.update', { collection: 'vehicles', key, fields: { description: 'x' } });
    // The first one is who is signed in, whom the service would not deactivate.
    const user = await someKey('users', 1);
    await call('records.setActive', { collection: 'users', key: user, isActive: false });
    const otherKey = await someKey('devices');
    const side = 'devices';
    const made = saved.key;
    await call('associations.add', { vehicleKey: made, side, otherKey, isMain: true });
    await call('records.read', { collection: 'vehicles', key: saved.key });
    await call('associations.ofVehicle', { vehicleKey: made, side });
    const confirmation = await nameOf('users', user);
    await call('records.secondsToDelete', { collection: 'users', count: 1 });
    // A delete can be undone for a short time only.
    await bridge().house.withClockStopped(async () => {
      const one = { collection: 'users', keys: [user], confirmation };
      const { entryIds } = (await call('records.delete', one)) as { entryIds: string[] };
      expect(entries().length).toBeGreaterThanOrEqual(5);
      await call('outbox.undo', entryIds[0] ?? '');
    });
    await call('outbox.discardEffects', saved.entryId);
    await call('records.history', { collection: 'vehicles', key });
    await call('outbox.pause', false);
    await call('outbox.sendNow', undefined);
    // The device belongs to another enterprise, which the service refuses, however often.
    const refused = () => settled(['associate', 'attention']);
    await refused();
    const entryId = entries()[0]?.id ?? '';
    await call('outbox.correct', { entryId, fields: {} });
    await refused();
    await call('outbox.decide', { entryId, verdict: 'sendAgain' });
    await refused();
    await call('outbox.discard', { entryId, withReleased: false });
    await settled();
  });

  it('of what others changed meanwhile', async () => {
    const key = await someKey('vehicles', 1);
    await call('outbox.pause', true);
    const mine = { description: 'mine' };
    await call('records.update', { collection: 'vehicles', key, fields: mine });
    const theirs = { id: key, data: { attributes: { description: 'theirs' } } };
    await bridge().house.main.house.service.call('vehicles.update', theirs, { lane: 'outbox' });
    await call('outbox.pause', false);
    await settled(['update', 'attention']);
    await call('outbox.resolve', { entryId: entries()[0]?.id ?? '', fields: mine });
    await settled();
  });

  it('of devices that change places, and of what is deleted and made again', async () => {
    const vehicleKey = await someKey('vehicles', 2);
    const side = 'devices';
    const { items } = (await call('associations.refresh', { vehicleKey, side })) as {
      items: { key: string }[];
    };
    const pair = { vehicleKey, side, key: items[0]?.key ?? '' } as const;
    await call('associations.makeMain', pair);
    await settled();
    const otherKey = await someKey('devices', 9);
    const { key } = pair;
    // Both can be undone for a short time only.
    await bridge().house.withClockStopped(async () => {
      const replacement = await call('associations.replaceDevice', { vehicleKey, key, otherKey });
      expect(entries().map(({ action }) => action === null)).toEqual([false, false, false]);
      await call('outbox.undo', (replacement as { entryId: string }).entryId);
    });
    await settled();
    const otherKeys = [otherKey, await someKey('devices', 8)];
    await bridge().house.withClockStopped(async () => {
      const vehicleKeys = [vehicleKey];
      const several = await call('associations.addSeveral', { side, vehicleKeys, otherKeys });
      await call('outbox.undo', (several as { entryIds: string[] }).entryIds[0] ?? '');
    });
    await settled();
    await call('associations.remove', pair);
    await settled();
    await call('associations.former', { vehicleKey, side });
    const wrong = { collection: 'vehicles' as const, keys: [vehicleKey], confirmation: 'XXX' };
    await expect(call('records.delete', wrong)).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
    const confirmation = await nameOf('vehicles', vehicleKey);
    await call('records.delete', { collection: 'vehicles', keys: [vehicleKey], confirmation });
    await settled();
    const [gone] = (await call('records.deleted', undefined)) as { id: string }[];
    await call('records.recreate', { deletedId: gone?.id ?? '' });
    await settled();
    for (const { topic, patch } of bridge().patches) {
      expect(topics[topic].patch.parse(patch), topic).toEqual(patch);
    }
    expect(new Set(bridge().patches.map(({ topic }) => topic))).toContain('outbox');
  });
}
