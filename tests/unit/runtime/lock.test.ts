import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isAlive, withLock } from '../../../electron/runtime/lock.mjs';
import { freshFolder } from './folder';

const lockFile = () => path.join(freshFolder(), 'folder', 'lock');
const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: 'other' });
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

/** Writes a lock as another process would have left it. */
function leave(file: string, content: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function makeOld(file: string) {
  const old = new Date(Date.now() - 10 * 60_000);
  utimesSync(file, old, old);
}

describe('the lock between processes', () => {
  it('names its holder while the work is done, and is gone afterwards', async () => {
    const file = lockFile();
    const seen = await withLock(file, vi.fn(), async () => JSON.parse(readFileSync(file, 'utf8')));
    expect(seen).toMatchObject({ pid: process.pid, host: hostname() });
    expect(existsSync(file)).toBe(false);
  });

  it('is let go of when the work fails', async () => {
    const file = lockFile();
    const work = async () => {
      throw new Error('work failed');
    };
    await expect(withLock(file, vi.fn(), work)).rejects.toThrow('work failed');
    expect(existsSync(file)).toBe(false);
  });

  it('is taken over at once from a dead process', async () => {
    const file = lockFile();
    leave(file, holder(deadPid()));
    const onWait = vi.fn();
    expect(await withLock(file, onWait, async () => 'done')).toBe('done');
    expect(onWait).not.toHaveBeenCalled();
  });

  it('is taken over when its holder has not touched it for long, wherever that ran', async () => {
    const file = lockFile();
    leave(file, holder(process.pid, 'another-machine'));
    makeOld(file);
    expect(await withLock(file, vi.fn(), async () => 'done')).toBe('done');
  });

  it('is taken over when its holder died while writing it', async () => {
    const file = lockFile();
    leave(file, '{"pid":');
    makeOld(file);
    expect(await withLock(file, vi.fn(), async () => 'done')).toBe('done');
  });

  it('is waited for while its holder lives', async () => {
    const file = lockFile();
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    onTestFinished(() => void other.kill());
    leave(file, holder(Number(other.pid)));
    const order: string[] = [];
    const onWait = () => {
      order.push('waits');
      other.once('exit', () => order.push('holder ends'));
      other.kill('SIGKILL');
    };
    await withLock(file, onWait, async () => void order.push('works'));
    expect(order).toEqual(['waits', 'holder ends', 'works']);
  });

  it('lets one at a time work', async () => {
    const file = lockFile();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(file, vi.fn(), work)));
    expect(most).toBe(1);
  });

  it('does not remove a lock that somebody else has taken since', async () => {
    const file = lockFile();
    await withLock(file, vi.fn(), async () => writeFileSync(file, holder(process.ppid)));
    expect(readFileSync(file, 'utf8')).toContain('other');
  });

  it('knows the living from the dead', () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(isAlive(deadPid())).toBe(false);
  });
});
