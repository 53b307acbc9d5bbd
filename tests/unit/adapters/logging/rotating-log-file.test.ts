import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RotatingLogFile } from '@adapters/logging/rotating-log-file';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'fleetdesk-log-'));
  folder = join(parent, 'logs');
});

afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

describe('the log on disk', () => {
  it('keeps a few files of a limited size, the newest first', async () => {
    const log = new RotatingLogFile(folder, { size: '100B', older: 2 });
    for (let n = 0; n < 40; n += 1) log.write(`line ${String(n).padStart(3, '0')}\n`);
    await log.close();
    expect((await readdir(folder)).sort()).toEqual([
      'fleetdesk.log',
      'fleetdesk.log.1',
      'fleetdesk.log.2',
    ]);
    const again = new RotatingLogFile(folder, { size: '100B', older: 2 });
    const parts = await again.read(1_000);
    expect(parts.map(({ name }) => name)).toEqual([
      'fleetdesk.log',
      'fleetdesk.log.1',
      'fleetdesk.log.2',
    ]);
    expect(parts.map(({ text }) => text).join('')).toContain('line 039');
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThan(120);
    expect((await again.read(10))[1]?.text).toHaveLength(10);
  });

  it('is deleted with all its files, and what is said meanwhile is in a new one', async () => {
    const log = new RotatingLogFile(folder, { size: '100B', older: 2 });
    for (let n = 0; n < 40; n += 1) log.write(`line ${String(n).padStart(3, '0')}\n`);
    const cleared = log.clear();
    log.write('meanwhile\n');
    await cleared;
    log.write('afterwards\n');
    await log.close();
    expect(await readdir(folder)).toEqual(['fleetdesk.log']);
    const text = await readFile(join(folder, 'fleetdesk.log'), 'utf8');
    expect(text).toBe('meanwhile\nafterwards\n');
  });

  it('is read by its owner alone', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such permissions.');
    const log = new RotatingLogFile(folder);
    log.write('a line\n');
    await log.close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'fleetdesk.log')).mode & 0o777).toBe(0o600);
  });

  it('tells of a full disk, and throws nothing', async ({ skip }) => {
    skip(process.platform !== 'linux', 'Only Linux has a device that is full.');
    mkdirSync(folder);
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', join(folder, 'fleetdesk.log'));
    const log = new RotatingLogFile(folder);
    const stopped = vi.fn();
    log.onStop(stopped);
    log.write('a line\n');
    expect(stopped.mock.calls.length).toBeLessThanOrEqual(1);
    await vi.waitFor(() => {
      expect(stopped).toHaveBeenCalledOnce();
    });
    await log.close();
  });

  it('tells of a folder that can not be made, and writes once it can', async () => {
    writeFileSync(folder, 'a file in its place');
    const log = new RotatingLogFile(folder);
    const stopped = vi.fn();
    log.onStop(stopped);
    log.write('lost\n');
    expect(stopped).toHaveBeenCalledExactlyOnceWith('other');
    expect(await log.reopen()).toBe('other');
    rmSync(folder);
    expect(await log.reopen()).toBeNull();
    log.write('kept\n');
    await log.close();
    expect(await readFile(join(folder, 'fleetdesk.log'), 'utf8')).toContain('kept');
  });

  it('tells of a folder that can not be written', ({ skip }) => {
    skip(process.getuid?.() === 0, 'Root can write everywhere.');
    skip(process.platform === 'win32', 'Windows has no such permissions.');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    const log = new RotatingLogFile(folder);
    const stopped = vi.fn();
    log.onStop(stopped);
    log.write('lost\n');
    expect(stopped).toHaveBeenCalledExactlyOnceWith('read-only');
  });
});
