import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { WorkerDayReader, type FromDayWorker } from '@adapters/trajectories/worker-day-reader';
import { defaultProfile } from '@core/service/profile';
import type { ToldDay } from '@core/trajectories/read-day';

const midnight = Date.UTC(2026, 2, 10, 3) / 1000;

/** A day of two positions, as large as told. */
function dayOf(characters: number): ToldDay {
  const data = [0, 60].map((after) => ({ act: midnight + after, lat: 1, lng: 2, spd: 30 }));
  return {
    vehicleId: 'V00000000000001',
    day: '2026-03-10',
    timeZone: 'America/Sao_Paulo',
    devices: [
      {
        deviceId: 'D00000000000001',
        spans: [{ from: midnight * 1000, to: (midnight + 86_400) * 1000 }],
        trajectory: undefined,
        data: JSON.stringify({ data }).padEnd(characters),
      },
    ],
    tracking: defaultProfile.tracking,
    limits: { live: 300_000, late: 3_600_000, parkedLate: 86_400_000, gap: 300_000 },
    movingSpeed: 3,
  };
}

const small = 1_000;
const large = 2_000_000;

/** A worker in the hand of a test. */
function readerInHand() {
  const worker = Object.assign(new EventEmitter(), { terminate: vi.fn() });
  const start = vi.fn(() => worker as unknown as Worker);
  return { reader: new WorkerDayReader(start), start, worker };
}

const wanted = new AbortController().signal;

describe('a day', () => {
  it('that is small is read in place', async () => {
    const { reader, start } = readerInHand();
    const track = await reader.read(dayOf(small), wanted);
    expect(track?.columns.at).toHaveLength(2);
    expect(start).not.toHaveBeenCalled();
    const { devices, ...rest } = dayOf(small);
    const broken = {
      ...rest,
      devices: devices.map((told) => ({ ...told, data: '{"data": [' })),
    };
    await expect(reader.read(broken, wanted)).rejects.toMatchObject({
      error: { code: 'bad-response', reason: 'not-json' },
    });
  });

  it('that is large is read by a worker of its own, which ends with it', async () => {
    const { reader, start, worker } = readerInHand();
    const reading = reader.read(dayOf(large), wanted);
    expect(start).toHaveBeenCalledWith(dayOf(large));
    worker.emit('message', { ok: true, track: null } satisfies FromDayWorker);
    expect(await reading).toBeNull();
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it('that can not be read fails with what the worker says of it', async () => {
    const { reader, worker } = readerInHand();
    const reading = reader.read(dayOf(large), wanted);
    const error = { code: 'bad-response', reason: 'not-json', message: 'no' } as const;
    worker.emit('message', { ok: false, error } satisfies FromDayWorker);
    await expect(reading).rejects.toMatchObject({ error });
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it.each([
    ['fails', 'error', new Error('out of memory'), 'out of memory'],
    ['ends without a word', 'exit', 1, 'before its time'],
  ])('fails where its worker %s', async (_, event, value, words) => {
    const { reader, worker } = readerInHand();
    const reading = reader.read(dayOf(large), wanted);
    worker.emit(event, value);
    await expect(reading).rejects.toThrow(words);
  });

  it('that nobody wants any more is not read on', async () => {
    const { reader, start, worker } = readerInHand();
    const leaving = new AbortController();
    const reading = reader.read(dayOf(large), leaving.signal);
    leaving.abort();
    await expect(reading).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(worker.terminate).toHaveBeenCalledOnce();
    const never = reader.read(dayOf(large), leaving.signal);
    await expect(never).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(start).toHaveBeenCalledOnce();
  });
});
