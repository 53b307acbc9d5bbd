import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { AppError } from '@contract/errors';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { useLiveStore } from '@/features/live-map/live-store';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { control, settled, textOnPage } from '../../render';
import { liveVehicle } from './live';
import { card, click, idOf, layOut, open, press, show } from './page-screen';

beforeEach(layOut);

const noAnswer = { code: 'timeout', message: 'no answer within 20 s' } as const;
const broken = { code: 'service-error', message: 'status 500', status: 500 } as const;
const figuresAway = 'The day’s figures are not available right now.';

/** An answer that does not come. */
const never = new Promise<never>(() => undefined);

/** All that a card asks the service for fails. */
const allFail = (error: AppError): Record<string, AppError> => ({
  'vehicles.device': error,
  'vehicles.drivers': error,
  'trajectories.days': error,
});

/** A vehicle of which nobody has listed yet what is on it: Tracker 144 and Márcia Teixeira. */
const unlisted = 44;

/** Opens the screen with the card of a vehicle that a person has stayed with. */
async function openCard(office: OfficeOptions = {}, index = 1): Promise<void> {
  await open(office);
  await show(idOf(index));
}

describe('the card', () => {
  it('says in words what the vehicle does, and who drives it', async () => {
    await openCard();
    const text = card()?.textContent.replace(/\s+/g, ' ') ?? '';
    expect(text).toMatch(/(Moving, \d+ km\/h|Idling|Parked).*ago/);
    expect(text).toMatch(/Checked \d+s ago/);
    expect(text).toContain('João Pedro Nogueira');
    expect(text).toMatch(/IMEI \d{15}/);
    expect(text).toMatch(/Today.*Distance.*km.*Driving/);
  });

  it('goes to the replay of today', async () => {
    const wrapper = await open();
    await show(idOf(1));
    await click(control('Replay today'));
    expect(wrapper.vm.$route.fullPath).toBe('/replay?vehicle=veh000000000001&day=2026-11-27');
  });

  it('copies the position and opens it in a browser map', async () => {
    await openCard();
    const copy = vi.spyOn(useBridge().app, 'copyText');
    const browse = vi.spyOn(useBridge().app, 'openInBrowserMap');
    await click(control('Copy position'));
    expect(copy).toHaveBeenCalledWith(expect.stringMatching(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/));
    expect(control('Position copied')).toBeDefined();
    await click(control('Open in browser map'));
    expect(browse).toHaveBeenCalledTimes(1);
  });

  it('says that no browser could be opened, or nothing copied, and not that a right is missing', async () => {
    const error = { code: 'service-error', reason: 'internal', message: 'no browser' } as const;
    const faults: OfficeOptions['faults'] = {
      'app.openInBrowserMap': error,
      'app.copyText': error,
    };
    await openCard({ faults });
    await click(control('Open in browser map'));
    const said = () => card()?.querySelector('[role=alert]')?.textContent;
    expect(said()).toContain('No browser could be opened.');
    await click(control('Copy position'));
    expect(said()).toContain('The position could not be copied.');
    delete faults['app.copyText'];
    await click(control('Copy position'));
    expect(said()).toBeUndefined();
  });

  it('looks at the vehicle when it is asked to', async () => {
    await openCard();
    const refresh = vi.spyOn(useBridge().live, 'refresh');
    await click(control('Check now'));
    expect(refresh).toHaveBeenCalledWith(idOf(1));
  });

  it.each([
    ['forbidden', 'You don’t have permission to see where it is'],
    ['timeout', 'The service did not answer in time.'],
  ] as const)('says why it could not be looked at: %s', async (code, words) => {
    const faults: OfficeOptions['faults'] = { 'live.refresh': { code, message: code } };
    await openCard({ faults });
    await click(control('Check now'));
    expect(card()?.textContent).toContain(words);
    delete faults['live.refresh'];
    await click(control('Check now'));
    expect(card()?.textContent).not.toContain(words);
  });

  it('speaks of the past without a link, in grey, and offers nothing that needs one', async () => {
    await openCard();
    expect(card()?.querySelector('.state')?.classList).not.toContain('frozen');
    const session = useSessionStore();
    session.state = { ...session.state, link: { ...session.state.link, state: 'offline' } };
    await settled();
    const said = card()?.querySelector('.state')?.textContent ?? '';
    expect(said).toMatch(/Was (moving|idling|parked) at \d\d:\d\d/);
    expect(said).not.toMatch(/Moving|Idling|Parked/);
    expect(card()?.querySelector('.state')?.classList).toContain('frozen');
    const follow = control('Follow');
    expect(follow.hasAttribute('disabled')).toBe(true);
    expect(control('Check now').hasAttribute('disabled')).toBe(true);
    const reason = document.getElementById(follow.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('once Fleetdesk is connected');
    expect(control('Replay today').hasAttribute('disabled')).toBe(false);
    expect(document.querySelector('[role=option]')?.getAttribute('title')).toMatch(/Was /);
  });

  it('says when nothing reports, and offers nothing that needs a place', async () => {
    await openCard({}, 16);
    expect(card()?.textContent).toContain('No reporting device');
    expect(control('Follow').hasAttribute('disabled')).toBe(true);
    expect(document.querySelector('[aria-label="Copy position"]')).toBeNull();
  });

  it('stays useful when nothing of it can be had, and offers to try each part again', async () => {
    await openCard({ faults: allFail(noAnswer) }, unlisted);
    expect(card()?.textContent).toContain('could not be loaded');
    expect(card()?.textContent).toContain(figuresAway);
    expect(card()?.textContent).toMatch(/Checked/);
    for (const part of ['Driver', 'Device', 'Today']) control(`Try again: ${part}`);
  });

  it('shows what is kept at once, with its age, before anything was asked for', async () => {
    await open({ readAgo: 2 * 3_600_000 });
    const asked = vi.spyOn(useBridge().vehicles, 'drivers');
    useLiveMapStore().select(idOf(2));
    await settled();
    expect(asked).not.toHaveBeenCalled();
    expect(textOnPage()).toMatch(/Márcia Teixeira.*updated 2h ago ?Device/);
    vi.advanceTimersByTime(400);
    await settled();
    expect(textOnPage()).toContain('Márcia Teixeira');
    expect(textOnPage()).not.toMatch(/read \d/);
  });

  it.each([
    ['device', 'João Pedro Nogueira'],
    ['drivers', 'Tracker 101'],
  ] as const)('does not wait for the %s, which hangs', async (part, other) => {
    await open();
    useLiveStore().vehicles = new Map();
    // Nothing of it is kept.
    vi.spyOn(useBridge().vehicles, 'card').mockReturnValue(never);
    vi.spyOn(useBridge().vehicles, part).mockReturnValue(never);
    await show(idOf(1));
    expect(card()?.textContent).toContain(other);
    expect(card()?.textContent).toContain('Distance');
    const waiting = card()?.querySelectorAll('[aria-label="Loading the details"]');
    expect(waiting).toHaveLength(1);
  });

  it('says which of its parts may not be seen, and shows the others', async () => {
    const error = { code: 'forbidden', message: 'no right', status: 403 } as const;
    await openCard({ faults: { 'trajectories.days': error } });
    expect(card()?.textContent).toContain('You don’t have permission to see this vehicle’s days.');
    expect(card()?.textContent).toContain('João Pedro Nogueira');
  });

  it('asks again for a part that failed, whoever comes back to the vehicle or wants it', async () => {
    const faults: OfficeOptions['faults'] = { 'vehicles.drivers': broken };
    await open({ faults });
    const device = vi.spyOn(useBridge().vehicles, 'device');
    const drivers = vi.spyOn(useBridge().vehicles, 'drivers');
    await show(idOf(unlisted));
    await show(null);
    await show(idOf(unlisted));
    expect(drivers).toHaveBeenCalledTimes(2);
    expect(card()?.textContent).toContain('could not be loaded');
    expect(card()?.textContent).toContain('Tracker 144');
    device.mockClear();
    delete faults['vehicles.drivers'];
    await click(control('Try again: Driver'));
    expect(card()?.textContent).toContain('Márcia Teixeira');
    expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
    expect(device).not.toHaveBeenCalled();
  });

  it("asks again for the day's figures where they alone failed", async () => {
    const faults: OfficeOptions['faults'] = { 'trajectories.days': broken };
    await openCard({ faults });
    const asked = vi.spyOn(useBridge().vehicles, 'drivers');
    expect(card()?.textContent).toContain('João Pedro Nogueira');
    expect(card()?.textContent).toContain(figuresAway);
    delete faults['trajectories.days'];
    await click(control('Try again: Today'));
    expect(card()?.textContent).toContain('Distance');
    expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks again by itself once the link is back', async () => {
    const faults = allFail({ code: 'offline', message: 'connect ENETUNREACH' });
    await openCard({ faults }, unlisted);
    const session = useSessionStore();
    const link = session.state.link;
    session.state = { ...session.state, link: { ...link, state: 'offline' } };
    await settled();
    expect(card()?.textContent).toContain('not loaded yet');
    expect(document.querySelector('[aria-label^="Try again"]')).toBeNull();
    for (const channel of Object.keys(faults)) Reflect.deleteProperty(faults, channel);
    session.state = { ...session.state, link: { ...link, state: 'online' } };
    await settled();
    expect(card()?.textContent).toContain('Márcia Teixeira');
    expect(card()?.textContent).toContain('Tracker 144');
    expect(card()?.textContent).toContain('Distance');
  });

  it('withdraws what it asked for once another vehicle is chosen, or none', async () => {
    await open();
    const { vehicles } = useBridge();
    const wanted = [vi.spyOn(vehicles, 'device'), vi.spyOn(vehicles, 'drivers')] as const;
    for (const part of wanted) part.mockReturnValue(never);
    const choice = useLiveMapStore();
    for (const index of [1, 2]) {
      choice.select(idOf(index));
      await settled();
      vi.advanceTimersByTime(400);
    }
    const given = () =>
      wanted.map(({ mock }) => mock.calls.map(([, terms]) => terms?.signal?.aborted));
    expect(given()).toEqual([
      [true, false],
      [true, false],
    ]);
    choice.select(null);
    await settled();
    expect(given()).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it.each([
    [
      'a clock that is ahead',
      { clockOffset: 3 * 3_600_000 },
      ['future'],
      'The device’s clock is 3 hours ahead; the time shown is when its position arrived.',
    ],
    [
      'a clock that was thrown back by 1,024 weeks',
      { clockOffset: -1024 * 7 * 86_400_000 },
      ['past'],
      'The device’s clock is 19 years behind; the time shown is when its position arrived.',
    ],
    [
      'a wrong clock of which an earlier run knew by how much',
      {},
      ['past'],
      'The device’s clock is wrong; the time shown is when its position arrived.',
    ],
    [
      'a place that no vehicle can have reached',
      {},
      ['implausible'],
      'Its newest position is implausibly far away, so the map shows the one before.',
    ],
  ] as const)('names %s', async (_, change, problems, sentence) => {
    await openCard();
    const live = useLiveStore();
    const id = idOf(1);
    const vehicle = liveVehicle(id, change, { problems: [...problems] });
    live.vehicles = new Map(live.vehicles).set(id, vehicle);
    await nextTick();
    expect(card()?.textContent).toContain(sentence);
  });

  it('brings the figures of the day up to date while it stays open, and says of when they are', async () => {
    await openCard();
    expect(card()?.textContent).toContain('Today, until 14:02');
    const days = vi.spyOn(useBridge().trajectories, 'days');
    vi.advanceTimersByTime(300_000);
    await settled();
    expect(days).toHaveBeenCalledTimes(1);
    expect(card()?.textContent).toContain('Today, until 14:07');
    days.mockResolvedValueOnce({ ok: false, error: { code: 'timeout', message: 'no answer' } });
    vi.advanceTimersByTime(300_000);
    await settled();
    // Old figures are worth more than none.
    expect(card()?.textContent).toContain('Today, until 14:07');
    expect(card()?.textContent).toContain('Distance');
    expect(control('Try again: Today')).toBeDefined();
  });

  it('asks for nothing while nobody sees the window, and once when it is seen again', async () => {
    await openCard();
    const days = vi.spyOn(useBridge().trajectories, 'days');
    const hide = (isHidden: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    hide(true);
    vi.advanceTimersByTime(700_000);
    await settled();
    expect(days).not.toHaveBeenCalled();
    hide(false);
    await settled();
    expect(days).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(290_000);
    await settled();
    expect(days).toHaveBeenCalledTimes(1);
  });

  it('is busy where a part is not known, also before it is asked for', async () => {
    await open();
    useLiveMapStore().select(idOf(unlisted));
    await settled();
    const bars = () => Array.from(card()?.querySelectorAll('.bar, .skeleton') ?? []);
    const isBusy = (bar: Element) => bar.closest('[aria-busy]')?.getAttribute('aria-busy');
    expect(bars().length).toBeGreaterThan(0);
    expect(bars().map(isBusy)).toEqual(bars().map(() => 'true'));
    vi.advanceTimersByTime(400);
    await settled();
    expect(card()?.querySelector('[aria-busy=true]')).toBeNull();
  });

  it('asks for nothing while a person walks past', async () => {
    await open();
    const read = vi.spyOn(useBridge().vehicles, 'device');
    for (let step = 0; step < 5; step += 1) await press('j');
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('a part of the card that is asked for again', () => {
  const again = () => control('Try again: Driver');
  const isBusy = () => again().closest('dd')?.getAttribute('aria-busy') === 'true';

  it('and fails once more can be asked for a third time', async () => {
    await openCard({ faults: { 'vehicles.drivers': broken } });
    const asked = vi.spyOn(useBridge().vehicles, 'drivers');
    let answer: () => void = () => undefined;
    asked.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = () => {
          resolve({ ok: false, error: broken });
        };
      }),
    );
    await click(again());
    expect(isBusy()).toBe(true);
    await click(again());
    expect(asked).toHaveBeenCalledTimes(1);
    answer();
    await settled();
    expect(isBusy()).toBe(false);
    await click(again());
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('a look that brought nothing', () => {
  const words = 'The service did not answer in time.';

  /** A vehicle that was looked at in vain, and of which nothing is known yet, as of all others. */
  async function lookInVain(): Promise<void> {
    const faults: OfficeOptions['faults'] = {
      'live.refresh': { code: 'timeout', message: 'no answer' },
    };
    await open({ faults });
    useLiveStore().vehicles = new Map();
    await show(idOf(1));
    await click(control('Check now'));
    expect(card()?.textContent).toContain(words);
  }

  it('is not told of the vehicle that is selected next', async () => {
    await lookInVain();
    await show(idOf(2));
    expect(card()?.textContent).not.toContain(words);
  });

  it('is past once the vehicle is told of again', async () => {
    await lookInVain();
    useLiveStore().vehicles = new Map([[idOf(1), liveVehicle(idOf(1))]]);
    await nextTick();
    expect(card()?.textContent).not.toContain(words);
  });
});
