import { describe, expect, it, vi } from 'vitest';
import { usePositionsStore } from '@/app/stores/positions-store';
import { useRecordsStore } from '@/app/stores/records-store';
import { officeSession } from '../../../mocked-main/office/connections';
import { settled, textOnPage } from '../render';
import { frameOfKnown as frame, now, office, status } from './office-frame';

describe('the age of what is shown', () => {
  it('is on the map that of the last look at a vehicle, whatever else was read since', async () => {
    const link = { state: 'online', since: now - 60_000, lastAnswerAt: now, error: null } as const;
    await frame({ session: { ...officeSession(office, now), link } });
    const { completedAt } = useRecordsStore().syncOf('vehicles');
    const listed = new Date(completedAt ?? 0).toISOString().slice(14, 19);
    expect(status()).toContain(`data as of 14:${listed}`);
    usePositionsStore().lookedAt = now - 40_000;
    await settled();
    expect(status()).toContain('data as of 14:01:51');
  });

  it('is that of the list on the screen, in banner and status bar alike', async () => {
    const wrapper = await frame({
      session: {
        ...officeSession(office, now),
        link: { state: 'offline', since: now - 60_000, lastAnswerAt: now - 61_000, error: null },
      },
    });
    usePositionsStore().lookedAt = now - 62_000;
    await settled();
    expect(status()).toContain('data as of 14:01:29');
    await wrapper.vm.$router.push('/outbox');
    await settled();
    expect(status()).toContain('data as of 14:01:30');
    await wrapper.vm.$router.push('/users');
    await settled();
    const { completedAt } = useRecordsStore().syncOf('users');
    expect(completedAt).not.toBe(now - 61_000);
    const time = new Date(completedAt ?? 0).toISOString().slice(14, 19);
    expect(status()).toContain(`${time} GMT-3`);
    expect(textOnPage()).toMatch(new RegExp(`What you see is from [\\d:]*${time} GMT-3`));
  });

  it('names the day of what was read before today, and of a line that went then', async () => {
    const before = now - 3 * 86_400_000;
    const link = { state: 'offline', since: before, lastAnswerAt: before, error: null } as const;
    const wrapper = await frame({ session: { ...officeSession(office, now), link } });
    usePositionsStore().lookedAt = before;
    await settled();
    expect(status()).toContain('data as of Nov 22, 2026, 14:02:31 GMT-3');
    const text = textOnPage();
    expect(text).toContain('Offline since Nov 22, 2026, 14:02');
    expect(text).toContain('What you see is from Nov 22, 2026, 14:02:31 GMT-3');
    // The list was read today.
    await wrapper.vm.$router.push('/users');
    await settled();
    expect(status()).not.toContain('Nov 22');
  });

  it('is of another day once midnight has passed', async () => {
    const link = { state: 'offline', since: now, lastAnswerAt: now, error: null } as const;
    let time = now;
    await frame({ session: { ...officeSession(office, now), link }, now: () => time });
    usePositionsStore().lookedAt = now;
    await settled();
    expect(status()).toContain('data as of 14:02:31 GMT-3');
    time += 12 * 3_600_000;
    vi.setSystemTime(time);
    // The clock is looked at that often where nobody counts seconds.
    vi.advanceTimersByTime(5000);
    await settled();
    expect(status()).toContain('data as of Nov 25, 2026, 14:02:31 GMT-3');
  });

  it('is that of the last answer on a list whose rows are known from others', async () => {
    const link = { state: 'online', since: now - 70_000, lastAnswerAt: now - 61_000 } as const;
    const wrapper = await frame({
      session: { ...officeSession(office, now), link: { ...link, error: null } },
      syncs: { enterprises: { phase: 'off', completedAt: null, count: 4 } },
    });
    await wrapper.vm.$router.push('/enterprises');
    await settled();
    expect(status()).toContain('list as of 14:01:30');
  });

  it.each([
    ['without a line', { state: 'offline' }, false],
    ['by choice', { state: 'offline' }, true],
    ['while the first answers are awaited', { state: 'online' }, false],
  ] as const)('is not that of a sign-in after which nothing was read: %s', async (_, to, cut) => {
    const link = { ...to, since: now - 60_000, lastAnswerAt: now - 61_000, error: null };
    await frame({
      session: { ...officeSession(office, now), link },
      settings: { workOffline: cut },
      syncs: { vehicles: { phase: 'waiting', read: 0, completedAt: null, count: 0 } },
    });
    expect(status()).toContain('no data yet');
    expect(status()).not.toContain('data as of');
    expect(textOnPage()).not.toContain('What you see is from');
  });
});
