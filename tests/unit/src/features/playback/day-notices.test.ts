import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import ServiceDayNotice from '@/features/playback/ServiceDayNotice.vue';
import { usePlaybackStore } from '@/features/playback/playback-store';
import UnreadNotice from '@/features/playback/UnreadNotice.vue';
import { axeFaults, control, render, settled, textOnPage } from '../../render';
import { dayFrom, driveOf, trackOf } from './tracks';

const hour = 3_600_000;
/** The service's day begins at midnight UTC, three hours before that of São Paulo. */
const serviceDay = { from: dayFrom - 3 * hour - 600_000, to: dayFrom - 3 * hour };

afterEach(() => {
  setLocale('en');
});

describe('a service that cuts its days at another hour', () => {
  const track = trackOf([{ at: dayFrom }], { serviceDay });

  it('is told of in words, and one press takes its zone and reads again', async () => {
    await render(ServiceDayNotice, { props: { track, serviceDay }, office: {} });
    await useSessionStore().start();
    const playback = usePlaybackStore();
    await playback.open('veh000000000001', '2026-11-26');
    await settled();
    expect(textOnPage()).toContain('This service seems to start its days at 21:00.');
    expect(await axeFaults()).toEqual([]);
    const read = vi.spyOn(useBridge().trajectories, 'day');
    control('Use UTC').click();
    await settled();
    expect(useSessionStore().connection?.timeZone).toBe('UTC');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('says why where the zone could not be changed', async () => {
    await render(ServiceDayNotice, { props: { track, serviceDay }, office: {} });
    await useSessionStore().start();
    await settled();
    vi.spyOn(useBridge().connections, 'update').mockResolvedValue({
      ok: false,
      error: { code: 'internal', message: 'The disk is full.' },
    } as never);
    control('Use UTC').click();
    await settled();
    expect(document.querySelector('[role=alert]')).not.toBeNull();
  });
});

describe('what is missing of a day', () => {
  const fix = { at: dayFrom + 9 * hour };
  const drives = [driveOf(dayFrom + 8 * hour, dayFrom + 12 * hour)];
  const shown = async (problems: string[], locale: 'en' | 'pt-BR' | 'es' = 'en') => {
    const unread = problems.map((problem, index) => ({ path: `data[${index}]`, problem }));
    const track = trackOf([fix], { segments: drives, unread, unreadCount: unread.length });
    await render(UnreadNotice, { props: { track }, office: {} });
    setLocale(locale);
    await flushPromises();
    return textOnPage();
  };

  it('is said with its hours where the positions end before the drives', async () => {
    const text = await shown(['ends-early']);
    expect(text).toContain('The positions end at 09:00, but the last drive ends at 12:00.');
    expect(text).not.toContain('could not be read');
  });

  it.each(['en', 'pt-BR', 'es'] as const)('never shows a code, in %s', async (locale) => {
    const codes = [
      ...['outside-day', 'ends-early', 'no-positions', 'not-a-trajectory', 'not-a-segment'],
      ...['not-an-object', 'no-time', 'no-position', 'out-of-range', 'not-a-number'],
      ...['not-a-time', 'not-text', 'too-long', 'a-new-one'],
    ];
    await shown(codes, locale);
    document.querySelector<HTMLButtonElement>('.banner button')?.click();
    await flushPromises();
    const listed = [...document.querySelectorAll('[role=dialog] li')].map(
      (each) => each.textContent,
    );
    expect(listed).toHaveLength(codes.length);
    for (const code of codes) expect(textOnPage()).not.toContain(code);
  });

  it('counts faults of one kind', async () => {
    await shown(['no-time', 'no-time', 'not-a-segment']);
    document.querySelector<HTMLButtonElement>('.banner button')?.click();
    await flushPromises();
    expect(textOnPage()).toContain('A position or an event has no time. (2 times)');
  });
});
