import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { middle } from '../quantiles';

/** A start that has shown no window by then has failed, ms. */
const PATIENCE = 90_000;

interface Start {
  program: string;
  args: readonly string[];
}

const packed = path.resolve(process.env['FLEETDESK_PACKED'] ?? 'dist/linux-unpacked/fleetdesk');
const clone: Start = { program: process.env['FLEETDESK_ELECTRON'] ?? '', args: ['.'] };
const starts: Record<string, Start> = {
  clone,
  ...(existsSync(packed) ? { package: { program: packed, args: [] } } : {}),
};

/** Whether a window of this process is on the screen. */
function isShown(pid: number): boolean {
  try {
    const search = [
      'search',
      '--onlyvisible',
      '--all',
      '--pid',
      String(pid),
      '--name',
      'Fleetdesk',
    ];
    return execFileSync('xdotool', search, { encoding: 'utf8', stdio: 'pipe' }).trim() !== '';
  } catch {
    return false;
  }
}

/** Starts once, in a folder of its own; answers milliseconds. */
async function measure({ program, args }: Start): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-start-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const begun = performance.now();
  const child = spawn(program, [...args, ...root, `--user-data-dir=${folder}`, '--lang=en'], {
    stdio: 'ignore',
    env: { ...process.env, XDG_CONFIG_HOME: path.join(folder, 'configuration') },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!isShown(child.pid ?? 0)) {
    if (performance.now() - begun > PATIENCE) throw new Error(`${program} showed no window`);
    await sleep(20);
  }
  const took = performance.now() - begun;
  child.kill();
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return took;
}

/**
 * How long a start takes until the window is on the screen, ms: from the clone, and as a package
 * where there is one. The two take turns, so that both meet the same machine.
 */
export async function windowTimes(rounds: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  // The first start of each reads the program from the disk and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, start] of Object.entries(starts)) {
      const took = await measure(start);
      if (round > 0) (times[name] ??= []).push(Math.round(took));
    }
  }
  if (starts['package'] === undefined) {
    console.error('There is no package to compare with: "npm run package" makes one.');
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, middle(all)]));
}
