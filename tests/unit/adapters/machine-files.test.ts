import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MachineFiles } from '@adapters/files/machine-files';
import { reportFaultsTo } from '@core/faults';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-machine-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Another process that takes the lock and keeps it. */
async function holder(): Promise<ChildProcess> {
  await mkdir(join(folder, 'budget'), { recursive: true });
  const script = `
    const lock = new (require('libsql'))(${JSON.stringify(join(folder, 'budget', 'lock'))});
    lock.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('MachineFiles', () => {
  it('lets one task at a time run, of two folders of data as of one', async () => {
    const both = [new MachineFiles(folder), new MachineFiles(folder)];
    let inside = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(both.flatMap((files) => Array.from({ length: 10 }, () => files.alone(task))));
    expect(most).toBe(1);
  });

  it('waits for the lock of another process, and has it once that was killed', async () => {
    const files = new MachineFiles(folder);
    await files.alone(() => Promise.resolve());
    const other = await holder();
    const order: string[] = [];
    const task = files.alone(() => Promise.resolve(order.push('task')));
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push('killed');
    other.kill('SIGKILL');
    await task;
    expect(order).toEqual(['killed', 'task']);
    // Nothing is ever written to it, so nothing of it can break.
    expect((await stat(join(folder, 'budget', 'lock'))).size).toBe(0);
  });

  it('goes on after a task that failed', async () => {
    const files = new MachineFiles(folder);
    await expect(files.alone(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await files.alone(() => Promise.resolve('next'))).toBe('next');
  });

  it('knows which processes run', async () => {
    const files = new MachineFiles(folder);
    const other = await holder();
    const id = `${other.pid}-0`;
    expect(files.isRunning(id)).toBe(true);
    const ended = once(other, 'exit');
    other.kill('SIGKILL');
    await ended;
    expect(files.isRunning(id)).toBe(false);
    expect(files.isRunning(files.ownId)).toBe(true);
    // A number that a process before this one had as well.
    expect(files.isRunning(`${process.pid}-0`)).toBe(false);
    expect(files.isRunning('')).toBe(false);
  });
});

describe('a file of MachineFiles', () => {
  const name = 'budget/a.json';
  const path = () => join(folder, 'budget', 'a.json');

  it('is written over in place, whatever the lengths, and keeps its size', async () => {
    const files = new MachineFiles(folder);
    await files.write(name, 'first');
    const before = await stat(path());
    for (const text of ['second, longer', '3', 'ção', '']) {
      await files.write(name, text);
      expect(await files.read(name)).toBe(text);
    }
    const after = await stat(path());
    expect([after.ino, after.size]).toEqual([before.ino, before.size]);
  });

  it('grows by whole blocks, and a shorter text after that is whole', async () => {
    const files = new MachineFiles(folder);
    await files.write(name, 'short');
    const { ino } = await stat(path());
    const long = 'ã'.repeat(5_000);
    await files.write(name, long);
    expect(await files.read(name)).toBe(long);
    const grown = await stat(path());
    expect(grown.size).toBe(3 * 4_096);
    // Where the disk is full, growing in place would leave half of it.
    expect(grown.ino).not.toBe(ino);
    await files.write(name, 'short');
    expect(await files.read(name)).toBe('short');
    expect((await stat(path())).ino).toBe(grown.ino);
  });

  it('reads as damaged where a write came to half its end, and is replaced by the next', async () => {
    const files = new MachineFiles(folder);
    const pieces = (content: Buffer) =>
      Array.from({ length: content.length / 512 }, (_, at) =>
        content.subarray(512 * at, 512 * at + 512),
      );
    await files.write(name, JSON.stringify({ of: 'before '.repeat(200) }));
    const old = pieces(await readFile(path()));
    await files.write(name, JSON.stringify({ of: 'now '.repeat(180) }));
    const next = pieces(await readFile(path()));
    // The disk takes pieces of a block in any order, and only the first three tell of the texts.
    for (let kept = 1; kept < 7; kept += 1) {
      const torn = next.map((piece, at) => ((kept >> at) & 1 ? (old[at] ?? piece) : piece));
      await writeFile(path(), Buffer.concat(torn));
      const isWhole = kept === 4;
      expect(await files.read(name)).toBe(
        isWhole ? JSON.stringify({ of: 'now '.repeat(180) }) : '',
      );
    }
    const { ino } = await stat(path());
    await files.write(name, 'anew');
    expect(await files.read(name)).toBe('anew');
    expect((await stat(path())).ino).not.toBe(ino);
  });

  it('that was written without a seal is read, and replaced', async () => {
    const files = new MachineFiles(folder);
    await mkdir(join(folder, 'budget'));
    await writeFile(path(), '{"version":2,"entries":[]}');
    expect(await files.read(name)).toBe('{"version":2,"entries":[]}');
    await files.write(name, '{}');
    expect(await files.read(name)).toBe('{}');
  });

  it('that nobody may write to is replaced', async () => {
    const files = new MachineFiles(folder);
    await files.write(name, 'first');
    await chmod(path(), 0o400);
    await files.write(name, 'second');
    expect(await files.read(name)).toBe('second');
  });
});

describe('MachineFiles.open', () => {
  it('is shared by all starts of a system user, whatever folder of data each has', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((own) => MachineFiles.open(join(folder, 'shared'), join(folder, own))),
    );
    await one?.write('budget/a.json', 'counted');
    expect(await two?.read('budget/a.json')).toBe('counted');
    expect(one?.isShared).toBe(true);
  });

  it('a home that can not be written: uses the folder of data, says so and reports it', async () => {
    const reports: string[] = [];
    const stop = reportFaultsTo((where) => reports.push(where));
    await writeFile(join(folder, 'home'), 'a file, not a folder');
    const own = join(folder, 'own');
    const files = await MachineFiles.open(join(folder, 'home', 'Fleetdesk'), own);
    stop();
    expect(files.isShared).toBe(false);
    expect(reports).toHaveLength(1);
    await files.alone(() => files.write('budget/a.json', 'counted'));
    expect(await readFile(join(own, 'budget', 'a.json'), 'utf8')).toMatch(/^counted\n/);
  });

  it('a lock that another process holds is no reason to count alone', async () => {
    const other = await holder();
    const files = await MachineFiles.open(folder, join(folder, 'own'));
    other.kill('SIGKILL');
    expect(files.isShared).toBe(true);
    expect(await files.alone(() => Promise.resolve('locked'))).toBe('locked');
  });
});
