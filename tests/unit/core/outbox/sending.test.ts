import { describe, expect, it } from 'vitest';
import type { FaultKind } from './demo-backed-service';
import { house, key, openHouseForEach } from './fresh-house';

openHouseForEach();

const edit = (fields: Record<string, string | null>) =>
  house.outbox.update({ collection: 'vehicles', key, fields });

it('is written down in one commit before it goes out, with the revision to be told by', async () => {
  const revisionNow = async () => (await house.store.commit([])).revision;
  house.service.fault = (operation) => (operation === 'vehicles.create' ? 'timeoutAfter' : null);
  const fields = { plate: 'QQQ1A23', typeName: 'car' };
  const { entryId } = await house.outbox.create({ collection: 'vehicles', fields });
  const before = await revisionNow();
  await house.pass(1_000);
  expect(await house.entry(entryId)).toMatchObject({
    state: 'sending',
    firstSentAt: before + 1,
  });
  expect(await revisionNow()).toBe(before + 2);
});

it('keeps the revision of its first send through the later ones', async () => {
  house.service.fault = (operation) => (operation === 'vehicles.create' ? 'limited' : null);
  const fields = { plate: 'QQQ1A23', typeName: 'car' };
  const { entryId } = await house.outbox.create({ collection: 'vehicles', fields });
  const { revision: before } = await house.store.commit([]);
  await house.pass(600_000);
  const calls = house.service.calls.filter(({ operation }) => operation === 'vehicles.create');
  expect(calls.length).toBeGreaterThan(1);
  expect(await house.entry(entryId)).toMatchObject({ firstSentAt: before + 1 });
  house.service.fault = () => null;
  await house.pass(600_000);
});

describe('an answer that was lost', () => {
  const lost: readonly FaultKind[] = [
    'resetAfter',
    'timeoutAfter',
    'faultAfter',
    'resetBefore',
    'timeoutBefore',
    'faultBefore',
    'page',
  ];

  it.each(lost)('makes an update neither lost nor doubled: %s', async (fault) => {
    house.failOnce('vehicles.update', fault);
    await edit({ description: 'new' });
    await house.pass(120_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
    expect(house.service.world.vehicles.get(key)?.description).toBe('new');
  });

  it.each([...lost, 'mute'] as const)(
    'makes a create neither lost nor doubled: %s',
    async (fault) => {
      house.failOnce('vehicles.create', fault);
      const fields = { plate: 'QQQ1A23', typeName: 'car' };
      const { entryId, key: local } = await house.outbox.create({ collection: 'vehicles', fields });
      await house.pass(120_000);
      expect(house.entries).toEqual([]);
      expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
      expect(house.service.ours('vehicles.create')).toHaveLength(1);
      const id = await house.store.currentKey(local);
      expect(house.service.world.vehicles.get(id)?.plate).toBe('QQQ1A23');
      expect(await house.record('vehicles', id)).toMatchObject({ mark: 'none', pending: null });
    },
  );

  it.each(lost)('makes a delete neither lost nor doubled: %s', async (fault) => {
    house.failOnce('vehicles.delete', fault);
    await house.outbox.delete('vehicles', [key]);
    await house.pass(180_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.delete')).toHaveLength(1);
  });

  it('is looked for, not sent again, by the process that comes after a crash', async () => {
    house.service.fault = (operation) => (operation === 'vehicles.update' ? 'timeoutAfter' : null);
    const { entryId } = await edit({ description: 'new' });
    await house.pass(1_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sending' });
    await house.restart();
    house.service.fault = () => null;
    expect(house.entries).toMatchObject([{ state: 'unsure' }]);
    await house.pass(10_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
  });

  it('that stays unclear for long is left to a person', async () => {
    house.failOnce('vehicles.update', 'resetAfter');
    const { entryId } = await edit({ description: 'new' });
    await house.pass(700);
    house.service.fault = (operation) => (operation === 'vehicles.get' ? 'faultBefore' : null);
    await house.pass(3_600_000);
    expect(house.entries).toMatchObject([
      { state: 'attention', trouble: { kind: 'uncertain', error: { code: 'service-error' } } },
    ]);
    house.service.fault = () => null;
    await house.outbox.decide({ entryId, verdict: 'applied' });
    expect(house.entries).toEqual([]);
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
  });
});

describe('what certainly did not arrive', () => {
  it.each(['offline', 'limited', 'unauthorized'] as const)('is sent again: %s', async (fault) => {
    house.failOnce('vehicles.create', fault);
    const fields = { plate: 'QQQ1A23', typeName: 'car' };
    await house.outbox.create({ collection: 'vehicles', fields });
    await house.pass(400);
    expect(house.entries).toMatchObject([
      { state: 'waiting', attempts: 0, holdUp: { kind: 'retry' } },
    ]);
    await house.pass(60_000);
    expect(house.service.ours('vehicles.create')).toHaveLength(1);
    expect(house.service.calls.filter(({ operation }) => operation === 'vehicles.list')).toEqual(
      [],
    );
  });

  it('is not even tried while nothing can go', async () => {
    house.link.set('offline');
    await edit({ description: 'new' });
    for (const state of ['offline', 'workOffline', 'signedOut'] as const) {
      house.link.set(state);
      await house.pass(60_000);
      expect(house.entries).toMatchObject([{ state: 'waiting', holdUp: { kind: state } }]);
    }
    expect(house.service.calls).toEqual([]);
    house.link.set('online');
    await house.outbox.pause(true);
    await house.restart();
    await house.pass(60_000);
    expect(house.entries).toMatchObject([{ holdUp: { kind: 'paused' } }]);
    expect(house.outbox.snapshot()).toMatchObject({ isPaused: true, secondsLeft: null });
    await house.outbox.pause(false);
    expect(house.outbox.snapshot().secondsLeft).toBeGreaterThan(0);
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
  });

  it('may be tried by hand, once, while the line seems down', async () => {
    house.link.set('offline');
    await edit({ description: 'new' });
    house.outbox.sendNow();
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
  });
});

describe('others', () => {
  const theirs = (attributes: Record<string, string>) =>
    house.service.theirs('vehicles.update', { id: key, data: { attributes } });

  it('may change other fields', async () => {
    house.link.set('offline');
    await edit({ description: 'mine' });
    await theirs({ code: 'T1' });
    house.link.set('online');
    await house.pass(2_000);
    expect(house.service.world.vehicles.get(key)).toMatchObject({
      description: 'mine',
      code: 'T1',
    });
    expect((await house.record('vehicles', key)).told).toMatchObject({
      ...{ description: 'mine', code: 'T1' },
    });
    expect(house.service.ours()).toMatchObject([
      { input: { data: { attributes: { description: 'mine' } } } },
    ]);
  });

  it('who changed the same field make a conflict, which a person settles field by field', async () => {
    const before = await house.record('vehicles', key);
    house.link.set('offline');
    const { entryId } = await edit({ description: 'mine', code: 'M1', batch: 'B1' });
    await theirs({ description: 'theirs', code: 'T1' });
    house.link.set('online');
    await house.pass(2_000);
    const { description, code } = before.fields;
    expect(house.entries).toMatchObject([
      {
        state: 'attention',
        trouble: {
          kind: 'conflict',
          fields: [
            { field: 'description', base: description, theirs: 'theirs', mine: 'mine' },
            { field: 'code', base: code, theirs: 'T1', mine: 'M1' },
          ],
        },
      },
    ]);
    expect(house.service.ours()).toEqual([]);
    expect(await house.record('vehicles', key)).toMatchObject({ mark: 'attention' });
    const choice = { description: 'mine', code: 'T1' };
    await house.outbox.resolve({ entryId, fields: choice });
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours()).toMatchObject([
      { input: { data: { attributes: { description: 'mine', batch: 'B1' } } } },
    ]);
    expect(house.service.world.vehicles.get(key)).toMatchObject({
      description: 'mine',
      code: 'T1',
    });
  });

  it('whose values are taken leave nothing to send', async () => {
    house.link.set('offline');
    const { entryId } = await edit({ description: 'mine' });
    await theirs({ description: 'theirs' });
    house.link.set('online');
    await house.pass(2_000);
    await house.outbox.resolve({ entryId, fields: { description: 'theirs' } });
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours()).toEqual([]);
    expect(await house.record('vehicles', key)).toMatchObject({ mark: 'none', pending: null });
  });

  it('who set the same value have done the work', async () => {
    house.link.set('offline');
    const { entryId } = await edit({ description: 'same' });
    await theirs({ description: 'same' });
    house.link.set('online');
    await house.pass(2_000);
    expect(await house.entry(entryId)).toMatchObject({ state: 'sent' });
    expect(house.service.ours()).toEqual([]);
  });

  it('who deleted the record leave the change to a person', async () => {
    house.link.set('offline');
    const { entryId } = await edit({ description: 'mine' });
    await house.service.theirs('vehicles.delete', { ids: [key] });
    house.link.set('online');
    await house.pass(2_000);
    expect(house.entries).toMatchObject([{ state: 'attention', trouble: { kind: 'gone' } }]);
    await house.outbox.discard(entryId);
    expect(await house.outbox.history({ collection: 'vehicles', key })).toMatchObject([
      { id: entryId, state: 'discarded', fields: { description: 'mine' } },
    ]);
  });
});

describe('a refusal', () => {
  it('shows its words on the fields, keeps what was typed, and is put right', async () => {
    const { entryId } = await edit({ vin: 'too short', description: 'kept' });
    await house.pass(2_000);
    const [entry] = house.entries;
    expect(entry).toMatchObject({
      state: 'attention',
      fields: { vin: 'too short', description: 'kept' },
      trouble: { kind: 'refused', error: { status: 400, fields: [{ path: 'vin' }] } },
    });
    await house.outbox.correct({ entryId, fields: { vin: '9BWZZZ377VT004251' } });
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours()).toMatchObject([
      { input: { data: { attributes: { vin: '9BWZZZ377VT004251', description: 'kept' } } } },
    ]);
  });

  it('is put right by another edit of the record, too', async () => {
    const { entryId } = await edit({ vin: 'too short' });
    await house.pass(2_000);
    expect((await edit({ vin: '9BWZZZ377VT004251' })).entryId).toBe(entryId);
    await house.pass(2_000);
    expect(house.entries).toEqual([]);
  });

  it('holds up no other record', async () => {
    await edit({ vin: 'too short' });
    const other = await house.key('vehicles', 1);
    await house.outbox.update({ collection: 'vehicles', key: other, fields: { code: 'K1' } });
    await house.pass(5_000);
    expect(house.entries).toHaveLength(1);
    expect(house.service.world.vehicles.get(other)?.code).toBe('K1');
  });
});

describe('what comes back', () => {
  it('in another form is the same value; otherwise it is told', async () => {
    const { entryId } = await edit({ plate: 'qqq-1a23', code: 'K1' });
    const { fields } = await house.record('vehicles', key);
    expect(fields['plate']).toBe('qqq-1a23');
    await house.pass(2_000);
    expect((await house.record('vehicles', key)).fields['plate']).toBe('QQQ1A23');
    const [told] = await house.outbox.history({ collection: 'vehicles', key });
    expect(told).toMatchObject({ id: entryId, state: 'sent', storedDifferently: [] });
  });

  it('not at all is kept as set here', async () => {
    await edit({ registrationNumber: '00891234567' });
    await house.pass(2_000);
    const { setHere, fields } = await house.record('vehicles', key);
    expect(setHere['registrationNumber']).toMatchObject({ value: '00891234567' });
    expect(fields['registrationNumber']).toBeUndefined();
  });

  it('from an older version of the record is asked for again', async () => {
    await edit({ description: 'one' });
    await house.pass(2_000);
    house.service.fault = (operation) => (operation === 'vehicles.get' ? 'stale' : null);
    await house.store.commit([
      {
        kind: 'told',
        collection: 'vehicles',
        records: [
          {
            id: key,
            fields: {
              ...(await house.record('vehicles', key)).told,
              updatedAt: house.clock.now(),
            },
            raw: {},
            unread: [],
          },
        ],
        pass: null,
        at: house.clock.now(),
      },
    ]);
    await edit({ description: 'two' });
    await house.pass(1_000);
    expect(house.entries).toMatchObject([{ state: 'waiting', holdUp: { kind: 'retry' } }]);
    house.service.fault = () => null;
    await house.service.theirs('vehicles.update', { id: key, data: { attributes: { code: 'x' } } });
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
  });
});

describe('a password', () => {
  const user = { username: 'nova.pessoa', name: 'Nova Pessoa' };

  it('goes out with its user, and is kept nowhere then', async () => {
    const password = 'segredo-novo';
    const { entryId } = await house.outbox.create({ collection: 'users', fields: user, password });
    expect(JSON.stringify(house.entries)).not.toContain(password);
    expect(house.entries).toMatchObject([{ hasPassword: true }]);
    await house.pass(2_000);
    const [create] = house.service.ours('users.create');
    expect(JSON.stringify(create?.input)).toContain(password);
    expect(JSON.stringify(await house.entry(entryId))).not.toContain(password);
  });

  it('is wiped where the user is discarded, and may be given again', async () => {
    house.link.set('offline');
    const fields = { ...user, username: 'com espaço' };
    const { entryId } = await house.outbox.create({ collection: 'users', fields, password: 'um' });
    house.link.set('online');
    await house.pass(2_000);
    expect(house.entries).toMatchObject([{ state: 'attention', hasPassword: true }]);
    await house.outbox.correct({ entryId, fields: user, password: 'dois' });
    await house.pass(2_000);
    expect(JSON.stringify(house.service.ours('users.create'))).toContain('dois');
    house.link.set('offline');
    const other = { ...user, username: 'outra.pessoa' };
    const second = await house.outbox.create({ collection: 'users', fields: other, password: 'x' });
    await house.outbox.discard(second.entryId);
    expect((await house.entry(second.entryId)).password).toBeNull();
  });
});
