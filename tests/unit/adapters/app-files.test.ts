import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFiles } from '@adapters/files/app-files';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-files-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('AppFiles', () => {
  it('writes, reads, replaces and removes', async () => {
    const files = new AppFiles(folder);
    expect(await files.read('budget/a.json')).toBeNull();
    await files.write('budget/a.json', 'um');
    await files.write('budget/a.json', 'dois ção');
    expect(await files.read('budget/a.json')).toBe('dois ção');
    await files.remove('budget/a.json');
    await files.remove('budget/a.json');
    expect(await files.read('budget/a.json')).toBeNull();
  });

  it('keeps the last of many writes that were asked for at once, and leaves no drafts', async () => {
    const files = new AppFiles(folder);
    const writes = Array.from({ length: 20 }, (_, index) => files.write('a.json', String(index)));
    await Promise.all(writes);
    expect(await files.read('a.json')).toBe('19');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('is done only when everything is written', async () => {
    const files = new AppFiles(folder);
    const names = Array.from({ length: 10 }, (_, index) => `${index}.json`);
    for (const name of names) void files.write(name, name);
    await files.idle();
    expect((await readdir(folder)).sort()).toEqual(names);
  });

  it.skipIf(process.platform === 'win32')('lets nobody else read', async () => {
    const files = new AppFiles(folder);
    await files.write('vault/a.json', 'x');
    expect((await stat(join(folder, 'vault/a.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'vault'))).mode & 0o777).toBe(0o700);
  });

  it('keeps the old content when a write fails', async () => {
    const files = new AppFiles(folder);
    await files.write('a.json', 'old');
    await writeFile(join(folder, 'in-the-way'), 'a file, not a folder');
    await expect(files.write('in-the-way/b.json', 'new')).rejects.toThrow();
    expect(await files.read('a.json')).toBe('old');
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'in-the-way']);
    await chmod(folder, 0o700);
  });

  it('sets a broken file aside, under a name that tells', async () => {
    const files = new AppFiles(folder);
    await files.write('connections.json', '{');
    const aside = await files.setAside('connections.json');
    expect(aside).toMatch(/^connections\.json\.broken-/);
    expect(await files.read('connections.json')).toBeNull();
    expect(await files.read(aside)).toBe('{');
  });

  it.each(['../a', '/etc/passwd', 'a//b', '', 'a/../b', '.hidden', 'a\\b', 'a/..'])(
    'refuses the name %j',
    async (name) => {
      const files = new AppFiles(folder);
      await expect(files.read(name)).rejects.toThrow(/file name/);
      await expect(files.remove(name)).rejects.toThrow(/file name/);
      expect(() => files.write(name, 'x')).toThrow(/file name/);
    },
  );
});
