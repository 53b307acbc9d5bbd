import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notManaged } from '@core/managed/managed';
import { managedFileOf, readManagedFile } from '@main/managed-file';
import { canOthersChangePosix, type PosixAccess } from '@main/managed-guard';
import { makeCertificate } from '../../certificates/made-certificates';
import { collectFaults } from '../collect-faults';

const closed = () => Promise.resolve(false);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-managed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the file of an administrator', () => {
  it('has its place on every operating system', () => {
    expect(managedFileOf('linux', {})).toBe('/etc/fleetdesk/managed.json');
    expect(managedFileOf('darwin', {})).toBe('/Library/Application Support/Fleetdesk/managed.json');
    expect(managedFileOf('win32', { ProgramData: 'D:\\Data' })).toBe(
      'D:\\Data\\Fleetdesk\\managed.json',
    );
  });

  it('is not needed', async () => {
    expect(await readManagedFile(join(folder, 'managed.json'), closed)).toEqual(notManaged);
  });

  it('applies where only administrators can change it', async () => {
    const file = join(folder, 'managed.json');
    await writeFile(file, '{"settings": {"theme": "dark"}}');
    const managed = await readManagedFile(file, closed);
    expect(managed.settings).toEqual({ theme: 'dark' });
    expect(managed.problems).toEqual([]);
  });

  it('decides nothing where others can change it, and says so', async () => {
    const file = join(folder, 'managed.json');
    await writeFile(file, '{"settings": {"theme": "dark"}, "demo": false}');
    expect(await readManagedFile(file, () => Promise.resolve(true))).toEqual({
      ...{ ...notManaged, file },
      problems: [{ path: '', what: 'open-to-others' }],
    });
  });

  it('decides nothing where the system does not say who can change it', async () => {
    const reported = collectFaults();
    const file = join(folder, 'managed.json');
    await writeFile(file, '{"demo": false}');
    const managed = await readManagedFile(file, () => Promise.reject(new Error('no answer')));
    expect(managed.isDemoOff).toBe(false);
    expect(managed.problems).toEqual([{ path: '', what: 'unreadable' }]);
    expect(reported).toHaveBeenCalledOnce();
  });

  it('that is a folder decides nothing, and says that it can’t be read', async () => {
    const reported = collectFaults();
    expect(await readManagedFile(folder, closed)).toEqual({
      ...{ ...notManaged, file: folder },
      problems: [{ path: '', what: 'unreadable' }],
    });
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe('certificate files that the administrator names', () => {
  async function read(certificates: string[], isOpen = (_file: string) => Promise.resolve(false)) {
    const file = join(folder, 'managed.json');
    await writeFile(file, JSON.stringify({ certificates }));
    return readManagedFile(file, isOpen);
  }

  it('are read with what is in them', async () => {
    const { cert } = await makeCertificate({ name: 'Office Root', authority: {} });
    const pem = join(folder, 'office.pem');
    await writeFile(pem, cert);
    const { certificates, problems } = await read([pem]);
    expect(certificates).toEqual([{ name: 'office.pem', text: cert }]);
    expect(problems).toEqual([]);
  });

  it('are named where they are gone, hold no authority, or others can change them', async () => {
    const reported = collectFaults();
    const { cert } = await makeCertificate({ name: 'server', hosts: ['a.example'] });
    const root = await makeCertificate({ name: 'Office Root', authority: {} });
    const [gone, server, open] = ['gone.pem', 'server.pem', 'open.pem'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(server, cert);
    await writeFile(open, root.cert);
    const managed = await read([gone, server, open, 'office.pem'], (file) =>
      Promise.resolve(file === open),
    );
    expect(managed.certificates).toEqual([]);
    expect(managed.problems).toEqual(
      [0, 1, 2, 3].map((index) => ({ path: `certificates[${index}]`, what: 'bad-certificate' })),
    );
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe('a file on Linux and macOS', () => {
  const place = '/etc/fleetdesk/managed.json';
  const isOpen = (access: Record<string, Partial<PosixAccess>>, target = place) =>
    canOthersChangePosix(
      place,
      (path) => Promise.resolve({ uid: 0, mode: 0o755, ...access[path] }),
      () => Promise.resolve(target),
    );

  it('is closed where root owns it and every folder on the way, and nobody else writes', async () => {
    expect(await isOpen({})).toBe(false);
  });

  it.each<[string, Record<string, Partial<PosixAccess>>]>([
    ['a user owns it', { [place]: { uid: 1000 } }],
    ['everybody writes it', { [place]: { mode: 0o646 } }],
    ['a group writes it', { [place]: { mode: 0o664 } }],
    ['a user owns its folder', { '/etc/fleetdesk': { uid: 1000 } }],
    ['everybody can put another file in its place', { '/etc/fleetdesk': { mode: 0o777 } }],
    ['the folder can be put elsewhere', { '/etc': { mode: 0o777 } }],
    ['the root folder is a user’s', { '/': { uid: 1000 } }],
  ])('is open where %s', async (_what, access) => {
    expect(await isOpen(access)).toBe(true);
  });

  it('that is a link is open where what it leads to is', async () => {
    expect(await isOpen({ '/home/ana': { uid: 1000 } }, '/home/ana/managed.json')).toBe(true);
    expect(await isOpen({}, '/usr/share/managed.json')).toBe(false);
  });
});
