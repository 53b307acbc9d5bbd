import { describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import { defaultProfile } from '@core/service/profile';
import { readConnectionFile } from '@core/session/connection-file';
import { Connections } from '@core/session/connections';
import { collectFaults } from '../../collect-faults';
import { errorOf } from '../error-of';
import { MemoryFiles } from '../memory-files';
import { VirtualClock } from '../virtual-clock';

const draft: ConnectionDraft = {
  name: 'Office',
  baseUrl: 'https://fleet.example/v2',
  timeZone: 'America/Sao_Paulo',
  units: 'km/h',
  budgetShare: null,
  allowPlainHttp: false,
};

async function open(files = new MemoryFiles()): Promise<{
  files: MemoryFiles;
  connections: Connections;
}> {
  let count = 0;
  const random = { fraction: () => 0, id: () => `c${(count += 1)}-${files.writes}` };
  const connections = new Connections({ files, clock: new VirtualClock(), random });
  await connections.load();
  return { files, connections };
}

describe('saved connections', () => {
  it('come back after a restart, the last one made first in the form', async () => {
    const { files, connections } = await open();
    await connections.save(draft);
    const second = await connections.save({ ...draft, name: 'Second' });
    const { connections: again } = await open(files);
    expect(again.state()).toEqual({ ...connections.state(), preselected: second.id });
    await again.preselect(null);
    expect(again.state().preselected).toBeNull();
  });

  it('tell their listeners', async () => {
    const { connections } = await open();
    const heard: number[] = [];
    const stop = connections.subscribe((state) => heard.push(state.connections.length));
    await connections.save(draft);
    stop();
    await connections.save(draft);
    expect(heard).toEqual([1]);
  });

  it('lose no change when several come at once', async () => {
    const { files, connections } = await open();
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => connections.save({ ...draft, name })));
    const { connections: again } = await open(files);
    expect(again.state().connections.map(({ name }) => name)).toEqual(names);
  });

  it('keep their identity when edited, unless they move to another origin', async () => {
    const { connections } = await open();
    const { id } = await connections.save(draft);
    const renamed = await connections.update(id, { ...draft, name: 'New', units: 'mph' });
    expect(renamed).toMatchObject({ id, name: 'New', units: 'mph' });
    const path = await connections.update(id, { ...draft, baseUrl: 'https://fleet.example/api' });
    expect(path.id).toBe(id);
    const moved = await connections.update(id, { ...draft, baseUrl: 'https://other.example' });
    expect(moved.id).not.toBe(id);
    expect(moved).toMatchObject({ username: null, hasPublicKey: false, lastUsedAt: null });
    expect(connections.state().connections).toHaveLength(2);
  });

  it.each([
    ['http://fleet.example', 'plain-http'],
    ['https://fleet.example/?a=1', 'query'],
    ['', 'empty'],
  ])('refuse %j as %s', async (baseUrl, problem) => {
    const { connections } = await open();
    expect(await errorOf(connections.save({ ...draft, baseUrl }))).toMatchObject({
      code: 'invalid-request',
      fields: [{ path: 'connection.baseUrl', message: problem }],
    });
    expect(connections.state().connections).toEqual([]);
  });

  it('allow plain HTTP to this machine, and elsewhere where a person confirmed it', async () => {
    const { connections } = await open();
    await connections.save({ ...draft, baseUrl: 'http://127.0.0.1:8080' });
    await connections.save({ ...draft, baseUrl: 'http://fleet.example', allowPlainHttp: true });
    expect(connections.state().connections).toHaveLength(2);
  });

  it('know no connection that is not there', async () => {
    const { connections } = await open();
    expect(await errorOf(connections.update('gone', draft))).toMatchObject({ code: 'not-found' });
    await connections.remove('gone');
  });

  it.each([['{'], ['[]'], ['{"version":2,"connections":[],"preselected":null}'], ['null']])(
    'in a broken file (%s) are set aside, and the app goes on',
    async (text) => {
      const files = new MemoryFiles();
      files.contents.set('connections.json', text);
      const { connections } = await open(files);
      const { setAside } = connections.state();
      expect(setAside).toMatch(/^connections\.json\.broken/);
      expect(files.contents.get(setAside ?? '')).toBe(text);
      await connections.save(draft);
      expect(connections.state().connections).toHaveLength(1);
    },
  );

  it('lose a damaged one of their number alone', async () => {
    const files = new MemoryFiles();
    const { connections } = await open(files);
    const kept = await connections.save(draft);
    await connections.save({ ...draft, name: 'Damaged' });
    const text = files.contents.get('connections.json') ?? '';
    files.contents.set('connections.json', text.replace('"name": "Damaged"', '"name": 7'));
    const { connections: again } = await open(files);
    expect(again.state().connections).toEqual([kept]);
    expect(again.state().setAside).toMatch(/^connections\.json\.broken/);
    const { connections: next } = await open(files);
    expect(next.state()).toMatchObject({ connections: [kept], setAside: null });
  });

  it('that cannot be written stay as they were, and say so', async () => {
    const { files, connections } = await open();
    files.writeFault = new Error('ENOSPC');
    expect(await errorOf(connections.save(draft))).toMatchObject({ code: 'file-unreadable' });
    expect(connections.state().connections).toEqual([]);
    files.writeFault = null;
    await connections.save(draft);
  });
});

describe('a connection file', () => {
  const text = (change: object = {}): string =>
    JSON.stringify({ name: 'Depot', baseUrl: 'https://depot.example/v2', ...change });

  it('is offered and preselected, and saved only once it is used', async () => {
    const { files, connections } = await open();
    const offered = connections.offer(
      readConnectionFile(text({ timeZone: 'America/Manaus', units: 'mph', budgetShare: 12 })),
    );
    expect(offered).toMatchObject({ timeZone: 'America/Manaus', units: 'mph', budgetShare: 12 });
    expect(connections.state()).toMatchObject({
      connections: [{ name: 'Depot' }],
      preselected: offered.id,
    });
    expect(files.writes).toBe(0);
    await connections.recordSignIn(offered.id, offered, {
      username: 'ana',
      hasPublicKey: true,
      publicKeyPlace: null,
      account: 'a',
      place: 'keychain',
      ledger: 'l',
    });
    const { connections: again } = await open(files);
    expect(again.state().connections).toMatchObject([{ id: offered.id, username: 'ana' }]);
    expect(again.knowsLedger('l')).toBe(true);
  });

  it('refreshes the saved connection of the same name and origin, profile included', async () => {
    const { connections } = await open();
    const saved = await connections.save({
      ...draft,
      name: 'Depot',
      baseUrl: 'https://depot.example',
    });
    const profile = { limits: { perMinute: 100 } };
    const offered = connections.offer(readConnectionFile(text({ profile })));
    expect(offered.id).toBe(saved.id);
    expect(connections.find(saved.id)?.profile).toEqual(profile);
    expect(connections.state().connections).toHaveLength(1);
  });

  it('never confirms plain HTTP by itself', async () => {
    const { connections } = await open();
    const offered = connections.offer(
      readConnectionFile(text({ baseUrl: 'http://depot.example' })),
    );
    expect(offered.allowPlainHttp).toBe(false);
  });

  it('takes a byte order mark', () => {
    expect(readConnectionFile(`\uFEFF${text()}`).name).toBe('Depot');
  });

  it.each<[path: string, change: object]>([
    ['publicKey', { publicKey: 'k' }],
    ['password', { password: 'p' }],
    ['allowPlainHttp', { allowPlainHttp: true }],
    ['name', { name: '' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['units', { units: 'knots' }],
    ['baseUrl', { baseUrl: 'ftp://depot.example' }],
    ['baseUrl', { baseUrl: 'https://ana:senha@depot.example' }],
    ['profile.limits.perMinute', { profile: { limits: { perMinute: 'all' } } }],
    ['profile.operations.users.fly', { profile: { operations: { 'users.fly': {} } } }],
  ])('is refused for %s', (path, change) => {
    try {
      readConnectionFile(text(change));
      expect.unreachable();
    } catch (caught) {
      const error = FleetdeskError.from(caught);
      expect(error).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
      expect(error.fields?.map((field) => field.path)).toContain(path);
    }
  });

  it.each([['{'], [''], ['[]'], ['5']])('is not %j', (broken) => {
    expect(() => readConnectionFile(broken)).toThrow(FleetdeskError);
  });

  it('open empty where a broken file can not even be renamed, and leave it as it is', async () => {
    const files = new MemoryFiles();
    files.contents.set('connections.json', '{');
    files.setAside = () => Promise.reject(new Error('EROFS'));
    const reported = collectFaults();
    const { connections } = await open(files);
    expect(connections.state()).toEqual({
      connections: [],
      preselected: null,
      setAside: 'connections.json',
    });
    expect(files.contents.get('connections.json')).toBe('{');
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe('the service profile of a connection', () => {
  it('comes from a file, stays over restarts, and goes out as a file for others', async () => {
    const { files, connections } = await open();
    const { id } = await connections.save(draft);
    const imported = await connections.importProfile(id, '{"limits":{"perMinute":80}}');
    expect(imported.limits.perMinute).toBe(80);
    const { connections: again } = await open(files);
    expect(again.profile(id)).toEqual(imported);
    const other = await again.save({ ...draft, name: 'Other' });
    expect(await again.importProfile(other.id, again.exportProfile(id))).toEqual(imported);
    expect(await again.importProfile(id, null)).toEqual(defaultProfile);
  });

  it('stays as it was when a file is broken, and names the key', async () => {
    const { connections } = await open();
    const { id } = await connections.save(draft);
    await connections.importProfile(id, '{"limits":{"perMinute":80}}');
    const error = await errorOf(connections.importProfile(id, '{"limits":{"perMinute":"x"}}'));
    expect(error).toMatchObject({
      reason: 'profile-broken',
      fields: [{ path: 'limits.perMinute' }],
    });
    expect(connections.profile(id).limits.perMinute).toBe(80);
  });

  it('is found by the address to which it belongs', async () => {
    const { connections } = await open();
    const { id } = await connections.save(draft);
    await connections.importProfile(id, '{"limits":{"perMinute":80}}');
    expect(connections.profileAt('https://fleet.example')?.limits.perMinute).toBe(80);
    expect(connections.profileAt('https://other.example')).toBeNull();
  });

  it('is not taken away by a connection file that says nothing of one', async () => {
    const { connections } = await open();
    const { id } = await connections.save(draft);
    await connections.importProfile(id, '{"limits":{"perMinute":80}}');
    const file = { name: 'Office', baseUrl: draft.baseUrl };
    expect(connections.offer(readConnectionFile(JSON.stringify(file))).id).toBe(id);
    expect(connections.profile(id).limits.perMinute).toBe(80);
  });

  it('saves an offered connection together with what is imported into it', async () => {
    const { files, connections } = await open();
    const { id } = connections.offer(
      readConnectionFile(JSON.stringify({ name: 'Office', baseUrl: draft.baseUrl })),
    );
    await connections.importProfile(id, '{"limits":{"perMinute":80}}');
    const { connections: again } = await open(files);
    expect(again.profile(id).limits.perMinute).toBe(80);
    expect(connections.profile(id).limits.perMinute).toBe(80);
  });
});
