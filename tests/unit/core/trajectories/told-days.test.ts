import { describe, expect, it, vi } from 'vitest';
import type { DayReader } from '@core/trajectories/day-reader';
import { defaultProfile } from '@core/service/profile';
import { Trajectories, type TrajectoriesOptions } from '@core/trajectories/trajectories';
import { FakeService, idOf } from '../fleet/fake-service';
import { VirtualClock } from '../virtual-clock';

const vehicleId = idOf('V', 1);
const wanted = { vehicleId, day: '2026-03-09' };

/** Trajectories of one vehicle, whose days somebody else reads. */
function trajectoriesWith(read: DayReader['read']) {
  const clock = new VirtualClock(Date.UTC(2026, 2, 10, 15));
  const service = new FakeService(clock)
    .on('trajectories.get', () => ({ data: { acc: 20260309, dis: 700 } }))
    .on('trajectories.data', () => ({ data: [{ act: 1 }] }));
  const fleet = {
    vehicle: () => null,
    mainDevices: { of: () => ({ association: 'known', device: { id: idOf('D', 7) } }) },
    deviceTerms: () => Promise.resolve([]),
    devicesListedAt: () => clock.now(),
  } as unknown as TrajectoriesOptions['fleet'];
  const trajectories = new Trajectories({
    ...{ service, clock, fleet, profile: defaultProfile },
    timeZone: () => 'America/Sao_Paulo',
    days: { read },
  });
  return { trajectories, clock };
}

describe('what the service told of a day', () => {
  it('is handed on as its text, with what it takes to read it', async () => {
    const read = vi.fn<DayReader['read']>().mockResolvedValue(null);
    const { trajectories, clock } = trajectoriesWith(read);
    const day = trajectories.day(wanted);
    await clock.advance(5_000);
    expect(await day).toMatchObject({ kind: 'no-data', summary: { distance: 700 } });
    expect(read.mock.calls[0]?.[0]).toEqual({
      ...wanted,
      timeZone: 'America/Sao_Paulo',
      devices: [
        {
          deviceId: idOf('D', 7),
          spans: [{ from: Date.UTC(2026, 2, 9, 3), to: Date.UTC(2026, 2, 10, 3) }],
          trajectory: { data: { acc: 20260309, dis: 700 } },
          data: '{"data":[{"act":1}]}',
        },
      ],
      tracking: defaultProfile.tracking,
      limits: { live: 300_000, late: 3_600_000, parkedLate: 86_400_000, gap: 300_000 },
      movingSpeed: defaultProfile.motion.movingFromKmh,
    });
  });

  it('is not read on once nobody wants the day', async () => {
    const signals: AbortSignal[] = [];
    const { trajectories, clock } = trajectoriesWith((_day, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const leaving = new AbortController();
    const left = trajectories.day(wanted, leaving.signal);
    left.catch(() => undefined);
    await clock.advance(5_000);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
