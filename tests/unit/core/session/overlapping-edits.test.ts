import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionDraft } from '@contract/connections';
import { readConnectionFile } from '@core/session/connection-file';
import { Connections } from '@core/session/connections';
import { errorOf } from '../error-of';
import { MemoryFiles } from '../memory-files';
import { settle, VirtualClock } from '../virtual-clock';

const draft: ConnectionDraft = {
  name: 'Office',
  baseUrl: 'https://fleet.example/v2',
  timeZone: 'America/Sao_Paulo',
  units: 'km/h',
  budgetShare: null,
  allowPlainHttp: false,
};
const file = readConnectionFile(
  JSON.stringify({ name: 'Depot', baseUrl: 'https://depot.example/v2' }),
);
const profile = JSON.stringify({ name: 'depot-profile' });

let files: MemoryFiles;
let connections: Connections;

async function opened(): Promise<Connections> {
  let count = 0;
  const random = { fraction: () => 0, id: () => `c${(count += 1)}` };
  const opening = new Connections({ files, clock: new VirtualClock(), random });
  await opening.load();
  return opening;
}

/** Keeps the next write waiting until it is let go. */
function holdWrite(): () => void {
  const { write } = files;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  files.write = async (...terms) => {
    files.write = write;
    await held;
    return write.apply(files, terms);
  };
  return letGo;
}

beforeEach(async () => {
  files = new MemoryFiles();
  connections = await opened();
  await connections.save(draft);
});

describe('two changes of one connection at once', () => {
  it('both hold: what the form sends takes nothing back from a profile that was imported', async () => {
    const letGo = holdWrite();
    const imported = connections.importProfile('c1', profile);
    const updated = connections.update('c1', { ...draft, name: 'Head office' });
    letGo();
    await Promise.all([imported, updated]);
    expect(connections.profile('c1').name).toBe('depot-profile');
    expect(connections.find('c1')?.name).toBe('Head office');
  });

  it('both hold: a confirmed meaning of positions stays with the imported profile', async () => {
    const letGo = holdWrite();
    const imported = connections.importProfile('c1', profile);
    const confirmed = connections.confirmTracking('c1');
    letGo();
    await Promise.all([imported, confirmed]);
    const { name, tracking } = connections.profile('c1');
    expect({ name, isConfirmed: tracking.confirmed }).toEqual({
      name: 'depot-profile',
      isConfirmed: true,
    });
  });

  it('both hold: an account that was forgotten does not come back with a new name', async () => {
    const record = { username: 'ana', hasPublicKey: true, publicKeyPlace: null, ledger: 'l' };
    await connections.recordSignIn('c1', draft, { ...record, account: 'a', place: 'keychain' });
    const letGo = holdWrite();
    const forgotten = connections.forgetAccount('c1', 'a');
    const updated = connections.update('c1', { ...draft, name: 'Head office' });
    letGo();
    await Promise.all([forgotten, updated]);
    expect(connections.find('c1')).toMatchObject({ name: 'Head office', account: null });
  });

  it('both hold: a sign-in keeps the profile that was imported meanwhile', async () => {
    const record = { username: 'ana', hasPublicKey: true, publicKeyPlace: null, ledger: 'l' };
    const letGo = holdWrite();
    const imported = connections.importProfile('c1', profile);
    const recorded = connections.recordSignIn('c1', draft, {
      ...{ ...record, account: 'a', place: 'keychain' },
    });
    letGo();
    await Promise.all([imported, recorded]);
    expect(connections.profile('c1').name).toBe('depot-profile');
    expect(connections.find('c1')?.account).toBe('a');
  });

  it('do not bring back what one of them removed', async () => {
    const letGo = holdWrite();
    const removed = connections.remove('c1');
    const updated = errorOf(connections.update('c1', { ...draft, name: 'Head office' }));
    letGo();
    await removed;
    expect(await updated).toMatchObject({ code: 'not-found' });
    expect(connections.state().connections).toEqual([]);
    expect((await opened()).state().connections).toEqual([]);
  });
});

describe('a file that is offered while something is saved', () => {
  it('stays the one that the form shows', async () => {
    const letGo = holdWrite();
    const updated = connections.update('c1', { ...draft, name: 'Head office' });
    await settle();
    const { id } = connections.offer(file);
    letGo();
    await updated;
    expect(connections.state().preselected).toBe(id);
  });

  it('is still offered where it could not be saved', async () => {
    const { id } = connections.offer(file);
    files.writeFault = new Error('disk full');
    await errorOf(connections.importProfile(id, profile));
    await errorOf(connections.remove(id));
    expect(connections.find(id)?.name).toBe('Depot');
  });

  it('is shown as it was edited', async () => {
    const { id } = connections.offer(file);
    await connections.update(id, { ...draft, baseUrl: 'https://depot.example/v2', name: 'South' });
    expect(connections.find(id)?.name).toBe('South');
  });
});
