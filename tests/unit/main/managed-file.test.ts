import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notManaged } from '@core/managed/managed';
import { managedFileOf, readManagedFile } from '@main/managed-file';
import { collectFaults } from '../collect-faults';

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
    expect(await readManagedFile(join(folder, 'managed.json'))).toEqual(notManaged);
  });

  it('applies, with a warning where everybody can write it', async () => {
    const file = join(folder, 'managed.json');
    await writeFile(file, '{"settings": {"theme": "dark"}}');
    await chmod(file, 0o666);
    const managed = await readManagedFile(file);
    expect(managed.settings).toEqual({ theme: 'dark' });
    expect(managed.problems).toEqual([{ path: '', what: 'open-to-others' }]);
  });

  it('that is a folder decides nothing, and says that it can’t be read', async () => {
    const reported = collectFaults();
    expect(await readManagedFile(folder)).toEqual({
      ...{ ...notManaged, file: folder },
      problems: [{ path: '', what: 'unreadable' }],
    });
    expect(reported).toHaveBeenCalledOnce();
  });
});
