import { describe, expect, it } from 'vitest';
import { zonesOfMidnight } from '@/app/connection/midnight-zones';

const day = '2026-03-10';
const utc = (hours: number) => Date.UTC(2026, 2, 10, hours);

describe('zones by their midnight', () => {
  it('of a day cut at 03:00 UTC: the system one first, though others have more places', () => {
    const within = { from: utc(3) - 600_000, to: utc(3) };
    const zones = zonesOfMidnight(day, within, utc(3), ['America/Sao_Paulo', 'UTC']);
    expect(zones).toEqual([{ zone: 'America/Sao_Paulo', midnight: utc(3) }]);
  });

  it('without a system zone that fits: one of many places stands for all of its offset', () => {
    const within = { from: utc(3) - 600_000, to: utc(3) };
    const [first, ...rest] = zonesOfMidnight(day, within, utc(3), ['UTC']);
    expect(first?.midnight).toBe(utc(3));
    expect(rest).toEqual([]);
  });

  it('where several fit: those given, then the nearest to what is proved', () => {
    const zones = zonesOfMidnight(day, { from: utc(-3), to: utc(2) }, utc(2), ['UTC']);
    const midnights = zones.map(({ midnight }) => midnight);
    expect(zones[0]).toEqual({ zone: 'UTC', midnight: utc(0) });
    expect(midnights.slice(1, 3)).toEqual([utc(2), utc(1)]);
  });

  it('knows the hour of summer', () => {
    const newYork = { zone: 'America/New_York', midnight: Date.UTC(2026, 6, 10, 4) };
    const within = { from: newYork.midnight, to: newYork.midnight };
    expect(zonesOfMidnight('2026-07-10', within, within.to, ['America/New_York'])[0]).toEqual(
      newYork,
    );
  });
});
