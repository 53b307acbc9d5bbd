import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asidesOf,
  backupsOf,
  copyToRead,
  holdsStore,
  keepBackup,
  makeFile,
  moveAside,
  removeStore,
  sizeOf,
} from '@adapters/store/store-files';
import { makeFolder } from './stored';

function folderWith(files: Readonly<Record<string, string>>): { folder: string; file: string } {
  const folder = makeFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, file: join(folder, 'x.db') };
}

describe('store files', () => {
  it('are there once something was written, or a backup lies there', () => {
    const { folder, file } = folderWith({});
    expect(holdsStore(file)).toBe(false);
    makeFile(file);
    expect(holdsStore(file)).toBe(false);
    writeFileSync(join(folder, 'x.db.v1.backup'), 'b');
    expect(holdsStore(file)).toBe(true);
    expect(holdsStore(join(folder, 'none', 'x.db'))).toBe(false);
  });

  it('are readable by nobody else', () => {
    const file = join(makeFolder(), 'stores', 'x.db');
    makeFile(file);
    // Windows keeps rights elsewhere and says the same of every file.
    if (process.platform === 'win32') return;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  it('are moved aside with log and backups, under the next number', () => {
    const { folder, file } = folderWith({
      'x.db': 'main',
      'x.db-wal': 'log',
      'x.db.v1.backup': 'b1',
      'x.db.v2.backup': 'b2',
      'x.db.aside-9': 'before',
      'x.db.aside-10': 'last',
      'x.dbx': 'other',
    });
    const aside = moveAside(file);
    expect(aside).toBe(join(folder, 'x.db.aside-11'));
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect([read('x.db.aside-11'), read('x.db.aside-11-wal')]).toEqual(['main', 'log']);
    expect(backupsOf(aside).map((path) => readFileSync(path, 'utf8'))).toEqual(['b1', 'b2']);
    expect(readdirSync(folder).filter((name) => /^x\.db(-|$)/.test(name))).toEqual([]);
    expect(holdsStore(file)).toBe(false);
    expect(asidesOf(file)).toEqual(
      ['x.db.aside-9', 'x.db.aside-10', 'x.db.aside-11'].map((name) => join(folder, name)),
    );
    expect(read('x.dbx')).toBe('other');
  });

  it('let their newest backup stand for a file that is gone, without the log of the file', () => {
    const { file } = folderWith({
      'x.db-wal': 'log',
      'x.db.v1.backup': 'b1',
      'x.db.v2.backup': 'b2',
    });
    const aside = moveAside(file);
    expect(readFileSync(aside, 'utf8')).toBe('b2');
    expect(existsSync(`${aside}-wal`)).toBe(false);
    expect(backupsOf(aside)).toHaveLength(1);
    expect(holdsStore(file)).toBe(false);
  });

  it('keep the log of a file that was emptied, apart from what it does not fit', () => {
    const { folder, file } = folderWith({ 'x.db': '', 'x.db-wal': 'log', 'x.db.v1.backup': 'b1' });
    expect(holdsStore(file)).toBe(true);
    const aside = moveAside(file);
    expect(readFileSync(`${aside}.lost-log`, 'utf8')).toBe('log');
    expect(readFileSync(aside, 'utf8')).toBe('b1');
    expect(holdsStore(file)).toBe(false);
    expect(asidesOf(file)).toEqual([join(folder, 'x.db.aside-1')]);
  });

  it('count as moved once the file is gone and only the first name of its log is left', () => {
    const { file } = folderWith({
      'x.db-wal': 'log',
      'x.db.aside-1': 'main',
      'x.db.aside-1-wal': 'log',
    });
    expect(holdsStore(file)).toBe(false);
  });

  it('are moved aside whole after a run that was killed in between', () => {
    // The log had got its second name when the run ended.
    const { folder, file } = folderWith({
      'x.db': 'main',
      'x.db-wal': 'log',
      'x.db.aside-1-wal': 'half',
    });
    expect(moveAside(file)).toBe(join(folder, 'x.db.aside-1'));
    expect(readFileSync(join(folder, 'x.db.aside-1-wal'), 'utf8')).toBe('log');
  });

  it('are removed for good, with what was set aside of them', () => {
    const { folder, file } = folderWith({
      'x.db': 'm',
      'x.db-wal': 'l',
      'x.db.v1.backup': 'b',
      'x.db.aside-1': 'a',
      'x.db.aside-1-wal': 'al',
      'x.db.aside-1.v1.backup': 'ab',
      'x.db.aside-2.lost-log': 'll',
      'y.db': 'y',
      'y.db.aside-1': 'ya',
    });
    removeStore(file);
    expect(readdirSync(folder).sort()).toEqual(['y.db', 'y.db.aside-1']);
  });

  it('count their bytes with log and backups', () => {
    const { file } = folderWith({ 'x.db': '12345', 'x.db-wal': '123', 'x.db.v1.backup': '1' });
    expect(sizeOf(file)).toBe(9);
  });

  it('are copied to be read, and the copy goes', () => {
    const { folder, file } = folderWith({ 'x.db': 'main', 'x.db-wal': 'log' });
    const copy = copyToRead(file);
    expect([readFileSync(copy.path, 'utf8'), readFileSync(`${copy.path}-wal`, 'utf8')]).toEqual([
      'main',
      'log',
    ]);
    copy.remove();
    expect(readdirSync(folder).sort()).toEqual(['x.db', 'x.db-wal']);
  });
});

describe('a backup', () => {
  it('has its name once it is whole', () => {
    const { folder, file } = folderWith({ 'x.db': 'main' });
    const write = (draft: string): void => {
      writeFileSync(draft, 'half');
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    expect(() => {
      keepBackup(file, 1, write);
    }).toThrow('full');
    expect(readdirSync(folder)).toEqual(['x.db']);
    keepBackup(file, 1, (draft) => {
      writeFileSync(draft, 'whole');
    });
    expect(backupsOf(file).map((path) => readFileSync(path, 'utf8'))).toEqual(['whole']);
  });
});
