import { beforeEach, describe, expect, it } from 'vitest';
import { newEntry } from '@core/outbox/entering/new-entry';
import { Waits } from '@core/outbox/sending/waits';
import type { StoredEntry } from '@core/ports/store';
import { VirtualClock } from '../../virtual-clock';

const YEAR = 365 * 86_400_000;
let clock: VirtualClock;
let waits: Waits;

beforeEach(() => {
  clock = new VirtualClock();
  waits = new Waits({ clock, random: { fraction: () => 0.5, id: () => 'x' } });
});

function entryAt(notBefore: number | null): StoredEntry {
  const random = { fraction: () => 0.5, id: () => 'e1' };
  const subject = { collection: 'vehicles' as const, key: 'V1', label: '' };
  return newEntry({ clock, random }, { kind: 'update', subject, notBefore });
}

describe('a pause', () => {
  it('ends at its moment', async () => {
    const entry = entryAt(clock.now() + 10_000);
    expect(waits.isOver(entry)).toBe(false);
    expect(waits.until(entry)).toBe(clock.now() + 10_000);
    expect(waits.next([entry], clock.monotonic())).toBe(10_000);
    await clock.advance(9_999);
    expect(waits.isOver(entry)).toBe(false);
    await clock.advance(1);
    expect(waits.isOver(entry)).toBe(true);
    expect(waits.next([entry], clock.monotonic())).toBeNull();
  });

  it.each([YEAR, -YEAR])(
    'neither ends early nor lasts where the clock is set by %i',
    async (by) => {
      const entry = entryAt(clock.now() + 10_000);
      expect(waits.isOver(entry)).toBe(false);
      clock.setWallClock(clock.now() + by);
      expect(waits.isOver(entry)).toBe(false);
      expect(waits.until(entry)).toBe(clock.now() + 10_000);
      await clock.advance(10_000);
      expect(waits.isOver(entry)).toBe(true);
    },
  );

  it('that a restart finds years ahead is cut short, one long past is over', () => {
    expect(waits.next([entryAt(clock.now() + YEAR)], clock.monotonic())).toBe(300_000);
    expect(
      new Waits({ clock, random: { fraction: () => 0, id: () => '' } }).isOver(entryAt(1)),
    ).toBe(true);
  });

  it('grows with failures, up to a limit', () => {
    const pauses = [1, 2, 3, 20].map((attempts) => waits.afterFailure(attempts) - clock.now());
    expect(pauses).toEqual([2_000, 4_000, 8_000, 300_000]);
  });

  it('while the connection is missing is short, or as long as the service says', async () => {
    const entry = entryAt(null);
    waits.holdForConnection(entry);
    expect(waits.next([entry], clock.monotonic())).toBe(5_000);
    waits.holdForConnection(entry, clock.now() + 60_000);
    expect(waits.next([entry], clock.monotonic())).toBe(60_000);
    waits.holdForConnection(entry, clock.now() + YEAR);
    expect(waits.next([entry], clock.monotonic())).toBe(300_000);
    await clock.advance(300_000);
    expect(waits.isOver(entry)).toBe(true);
  });

  it('ends where a person wants it, and is forgotten with its entry', () => {
    const entry = entryAt(clock.now() + 10_000);
    waits.holdForFailure(entry, 3);
    waits.end(entry);
    expect(waits.isOver(entry)).toBe(true);
    waits.holdForFailure(entry, 3);
    waits.keepOnly(() => false);
    expect(waits.until(entry)).toBe(clock.now() + 10_000);
  });
});

describe('a person who hurries', () => {
  it('shortens a long pause, and lengthens no short one', async () => {
    const long = entryAt(clock.now() + 200_000);
    waits.hasten(long, 3_000);
    expect(waits.next([long], clock.monotonic())).toBe(3_000);
    await clock.advance(2_000);
    waits.hasten(long, 3_000);
    expect(waits.next([long], clock.monotonic())).toBe(1_000);
  });
});
