import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFiles, FilesAtOnce } from '@adapters/files/app-files';

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

  it('reads at once what a start needs first, without waiting for a turn', async () => {
    await new AppFiles(folder).write('a.json', 'um');
    const [files, found] = [new FilesAtOnce(folder), [] as (string | null)[]];
    for (const name of ['a.json', 'b.json']) void files.read(name).then((text) => found.push(text));
    // Promises alone, no turn in which a file could be read.
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
    expect(found).toEqual(['um', null]);
    await expect(files.read('../a.json')).rejects.toThrow('Not a file name');
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

  it('gives what was asked for last the last word, be it a removal or a write', async () => {
    const files = new AppFiles(folder);
    const asked = [
      files.write('kept.json', 'old'),
      files.remove('kept.json'),
      files.write('kept.json', 'new'),
      files.write('removed.json', 'old'),
      files.remove('removed.json'),
    ];
    await Promise.all(asked);
    expect(await files.read('kept.json')).toBe('new');
    expect(await readdir(folder)).toEqual(['kept.json']);
  });

  it('is done only when everything is removed or set aside', async () => {
    const files = new AppFiles(folder);
    const names = Array.from({ length: 10 }, (_, index) => `${index}.json`);
    for (const name of names) await writeFile(join(folder, name), name);
    for (const name of names) void files.remove(name);
    await files.idle();
    expect(await readdir(folder)).toEqual([]);

    await writeFile(join(folder, 'a.json'), '{');
    void files.setAside('a.json');
    await files.idle();
    expect(await files.read('a.json')).toBeNull();
  });

  it('lets nobody else read', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such permissions.');
    const files = new AppFiles(folder);
    await files.write('vault/a.json', 'x');
    expect((await stat(join(folder, 'vault/a.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'vault'))).mode & 0o777).toBe(0o700);
  });

  it('keeps the old content when a write fails', async () => {
    const files = new AppFiles(folder);
    // So long that the name of a draft beside it is longer than any file system allows.
    const name = `${'a'.repeat(247)}.json`;
    await writeFile(join(folder, name), 'old');
    await expect(files.write(name, 'new')).rejects.toThrow(/ENAMETOOLONG/);
    expect(await files.read(name)).toBe('old');
    expect(await readdir(folder)).toEqual([name]);
  });

  it('writes over the draft that a killed run left', async () => {
    const files = new AppFiles(folder);
    await writeFile(join(folder, 'a.json.tmp'), 'half of something longer');
    await files.write('a.json', 'second');
    expect(await files.read('a.json')).toBe('second');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('gets past what lies in the place of a file, and throws nothing of it away', async () => {
    const files = new AppFiles(folder);
    await mkdir(join(folder, 'a.json'));
    await writeFile(join(folder, 'a.json', 'mine'), 'x');
    expect(await files.read('a.json')).toBe('');
    await files.write('a.json', 'new');
    expect(await files.read('a.json')).toBe('new');
    const [aside = ''] = (await readdir(folder)).filter((name) => name.includes('.broken-'));
    expect(await readdir(join(folder, aside))).toEqual(['mine']);

    await mkdir(join(folder, 'b.json'));
    await files.remove('b.json');
    expect(await files.read('b.json')).toBeNull();
  });

  it('gets past a file that lies in the place of a folder', async () => {
    const files = new AppFiles(folder);
    await writeFile(join(folder, 'budget'), 'a file, not a folder');
    expect(await files.read('budget/a.json')).toBeNull();
    await files.write('budget/a.json', 'new');
    expect(await files.read('budget/a.json')).toBe('new');
  });

  it('takes a file without end for a damaged one', async () => {
    const files = new AppFiles(folder);
    await writeFile(join(folder, 'a.json'), '{}');
    await truncate(join(folder, 'a.json'), 5_000_000_000);
    expect(await files.read('a.json')).toBe('');
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
