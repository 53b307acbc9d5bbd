import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { keptDayOf, writeKeptDay } from '@adapters/store/kept-day-rows';
import { openDatabase } from '@adapters/store/open-database';
import type { KeptDay } from '@core/ports/kept-tracks';
import { defaultProfile } from '@core/service/profile';
import { readDay } from '@core/trajectories/read-day';
import { fix, id, KEY, makeFolder, openStore } from './stored';

const midnight = Date.UTC(2026, 2, 10);

function dayOf(day: string, readAt: number): KeptDay {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000;
  const data = [0, 60, 120].map((after) => ({
    act: noon + after,
    lat: 1 + after,
    lng: 2,
    spd: 30,
  }));
  const track = readDay({
    ...{ vehicleId: id('v1'), day, timeZone: 'UTC', tracking: defaultProfile.tracking },
    devices: [
      {
        ...{ deviceId: id('d1'), trajectory: { data: { acc: 20260310, dis: 700 } } },
        ...{ data: JSON.stringify({ data }), spans: [{ from: midnight, to: midnight + 1 }] },
      },
    ],
    limits: { live: 300_000, late: 3_600_000, parkedLate: 86_400_000, gap: 300_000 },
    movingSpeed: 3,
  });
  if (track === null) throw new Error('no track');
  const answer = { kind: 'track', track, readAt, isKept: false } as const;
  return { vehicleId: id('v1'), day, timeZone: 'UTC', devices: '[]', answer };
}

const span = { vehicleId: id('v1'), from: '2026-03-01', to: '2026-03-31', timeZone: 'UTC' };

describe('a day that was read', () => {
  it('is there again after a restart, every fix as it was', async () => {
    const file = join(makeFolder(), 'store.db');
    const first = await openInlineStore(file, KEY);
    const kept = dayOf('2026-03-10', 100);
    await first.commit([{ kind: 'day', kept }]);
    await first.close();
    const second = await openInlineStore(file, KEY);
    expect(await second.keptDay(kept)).toEqual(kept);
    expect(await second.keptDay({ ...kept, timeZone: 'Asia/Tokyo' })).toBeNull();
    expect(await second.keptSummaries(span)).toMatchObject({
      days: [{ day: '2026-03-10', distance: 700 }],
    });
    expect(await second.keptSummaries({ ...span, to: '2026-03-09' })).toEqual({
      days: [],
      readAt: null,
    });
    await second.close();
  });

  it('stays as long as the trails, counted from when it was read', async () => {
    const store = await openStore();
    await store.commit([
      { kind: 'day', kept: dayOf('2026-03-10', 10) },
      { kind: 'day', kept: dayOf('2026-03-11', 20) },
    ]);
    await store.prune({ fixes: 20, entries: 0, deletions: 0, alerts: 0 });
    expect((await store.keptSummaries(span)).days.map(({ day }) => day)).toEqual(['2026-03-11']);
    await store.eraseCached();
    expect((await store.keptSummaries(span)).days).toEqual([]);
  });

  it('goes with all trails at a wish; where each vehicle is stays', async () => {
    const store = await openStore();
    await store.commit([
      { kind: 'day', kept: dayOf('2026-03-10', 10) },
      { kind: 'fixes', fixes: Array.from({ length: 400 }, (_, at) => fix(id('v1'), at + 1)) },
      { kind: 'fixes', fixes: [fix(id('v2'), 2)] },
    ]);
    const before = await store.tracksSize();
    expect(before).toBeGreaterThan(400 * 50);
    await store.eraseTracks();
    expect((await store.keptSummaries(span)).days).toEqual([]);
    expect((await store.newestFixes()).map(({ vehicleId }) => vehicleId).sort()).toEqual(
      [id('v1'), id('v2')].sort(),
    );
    expect(await store.trail(id('v1'), 0)).toHaveLength(1);
    // A page for each table and index of theirs is left.
    expect(await store.tracksSize()).toBeLessThan(before / 2);
  });

  it('is read again where its columns are cut short or of different lengths', () => {
    const connection = openDatabase(null, '');
    const kept = dayOf('2026-03-10', 100);
    const withColumn = (text: string): KeptDay | null => {
      writeKeptDay(connection, kept);
      connection.run(
        "UPDATE kept_days SET body = json_set(body, '$.track.columns.latitude', ?)",
        text,
      );
      return keptDayOf(connection, kept);
    };
    expect(withColumn(Buffer.alloc(11).toString('base64'))).toBeNull();
    expect(withColumn(Buffer.alloc(8 * 100_000).toString('base64'))).toBeNull();
    writeKeptDay(connection, kept);
    expect(keptDayOf(connection, kept)).not.toBeNull();
    connection.close();
  });

  it('gives way where all of them together would take too much, the oldest first', () => {
    const connection = openDatabase(null, '');
    const days = [10, 11, 12].map((date, index) => dayOf(`2026-03-${date}`, 100 - index));
    for (const kept of days) writeKeptDay(connection, kept);
    const size = connection.number('SELECT max(size) FROM kept_days');
    const [newest] = days;
    if (newest) writeKeptDay(connection, newest, size * 1.5);
    const left = days.map((kept) => keptDayOf(connection, kept) !== null);
    expect(left).toEqual([true, false, false]);
    connection.close();
  });

  it('that can no longer be read is no day', () => {
    const connection = openDatabase(null, '');
    const kept = dayOf('2026-03-10', 10);
    writeKeptDay(connection, kept);
    connection.run('UPDATE kept_days SET body = ?', '{"kind":"track"}');
    expect(keptDayOf(connection, kept)).toBeNull();
    connection.close();
  });
});
