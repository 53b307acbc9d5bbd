import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { end, run } from '../../../electron/runtime/commands.mjs';
import { isAlive } from '../../../electron/runtime/lock.mjs';
import { freshFolder } from './folder';

const node = (script: string, options = {}) => run(process.execPath, ['-e', script], options);

describe('running a program', () => {
  it('collects what it says and its exit code', async () => {
    const result = await node('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toMatchObject({ code: 3, stdout: 'out\n', stderr: 'err\n', timedOut: false });
    expect(result.output).toContain('out\n');
    expect(result.output).toContain('err\n');
  });

  it('answers 127 for a program that is not there', async () => {
    const result = await run(path.join(freshFolder(), 'nothing'), []);
    expect(result.code).toBe(127);
    expect(result.output).toMatch(/ENOENT|No such file/);
  });

  it('tells the signal that ended it', async () => {
    expect((await node('process.kill(process.pid, "SIGKILL")')).code).toBe(137);
  });

  it('gives it nothing to read', async () => {
    const script = 'process.stdin.on("data", () => {}).on("end", () => console.log("end"))';
    expect((await node(script)).stdout).toBe('end\n');
  });

  it('lowers the priority of what yields', async () => {
    const script = 'console.log(os.getPriority())';
    const [usual, yielding] = [await node(script), await node(script, { yields: true })];
    expect(Number(yielding.stdout)).toBe(Math.min(Number(usual.stdout) + 3, 19));
  });

  it('ends what takes too long, and says so', async () => {
    const result = await node('setInterval(() => {}, 1000)', { timeoutMs: 1 });
    expect(result).toMatchObject({ code: 143, timedOut: true });
  });
});

describe('watching a program for silence', () => {
  it('ends one that says nothing', async () => {
    const result = await node('setInterval(() => {}, 1000)', { silenceMs: 1 });
    expect(result).toMatchObject({ timedOut: true, code: 143 });
  });

  it('lets one that ends in time end by itself, and shows what it says', async () => {
    const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const script = 'console.log("one"); process.exitCode = 4';
    const result = await node(script, { stdout: 'show', silenceMs: 60_000 });
    expect(result).toMatchObject({ code: 4, timedOut: false });
    expect(shown.mock.calls.flat()).toContain('one\n');
  });
});

describe('ending a program', () => {
  it('ends all that it started, too', async () => {
    const script = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()']);
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], { detached: true });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    expect(isAlive(pid)).toBe(true);
    await end(parent, true);
    expect(parent.signalCode).toBe('SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('uses force on one that does not want to end', async () => {
    const script = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);`;
    const stubborn = spawn(process.execPath, ['-e', script], { detached: true });
    await new Promise((resolve) => stubborn.stdout.once('data', resolve));
    await end(stubborn, true, { graceMs: 10 });
    expect(stubborn.signalCode).toBe('SIGKILL');
  });
});
