import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerDayReader } from '@adapters/trajectories/worker-day-reader';
import { defaultProfile } from '@core/service/profile';
import { readDay, type ToldDay } from '@core/trajectories/read-day';
import { floors } from '../../../electron.vite.config';

const root = resolve(import.meta.dirname, '../../..');
const midnight = Date.UTC(2026, 2, 10, 3) / 1000;
const wanted = new AbortController().signal;
let folder = '';
let started = 0;

const reader = new WorkerDayReader((day) => {
  started += 1;
  return new Worker(join(folder, 'day-worker.mjs'), { workerData: day });
});

/** A day of one fix a second, with all that a position can carry. */
function wholeDay(): ToldDay {
  const features = Array.from({ length: 86_400 }, (_, second) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-46.6 + second / 1e6, -23.5] },
    properties: { type: 'DETAILED', point: { act: midnight + second, spd: 40, ign: true } },
  }));
  return {
    vehicleId: 'V00000000000001',
    day: '2026-03-10',
    timeZone: 'America/Sao_Paulo',
    devices: [
      {
        deviceId: 'D00000000000001',
        spans: [{ from: midnight * 1000, to: (midnight + 86_400) * 1000 }],
        trajectory: { data: { acc: 20260310, dis: 8800, spMax: 44 } },
        data: JSON.stringify({ data: { type: 'FeatureCollection', features } }),
      },
    ],
    tracking: defaultProfile.tracking,
    limits: { live: 300_000, late: 3_600_000, parkedLate: 86_400_000, gap: 300_000 },
    movingSpeed: 3,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-day-worker-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: floors },
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, 'electron/adapters/trajectories/day-worker.ts'),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'day-worker.mjs' } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true }));

describe('the worker of a day', () => {
  it('makes the track that reading in place makes', async () => {
    const day = wholeDay();
    const track = await reader.read(day, wanted);
    expect(started).toBe(1);
    expect(track?.columns.at).toBeInstanceOf(Float64Array);
    expect(track?.summary).toMatchObject({ distance: 8800, topSpeed: 44 });
    expect(track).toEqual(readDay(day));
  });

  it('says that what came is not JSON', async () => {
    const day = wholeDay();
    const cut = {
      ...day,
      devices: day.devices.map((told) => ({ ...told, data: told.data?.slice(0, -10) ?? null })),
    };
    await expect(reader.read(cut, wanted)).rejects.toMatchObject({
      error: { code: 'bad-response', reason: 'not-json' },
    });
  });
});
