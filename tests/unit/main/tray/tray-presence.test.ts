import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { defaultSettings, locales, type Settings } from '@contract/settings';
import type { SessionState } from '@contract/session';
import { Desktop } from '@core/desktop/desktop';
import { trayMenu, trayTip, type TrayActions, type TrayView } from '@main/tray/tray-menu';
import { TrayPresence, type Icon } from '@main/tray/tray-presence';
import { wordsIn } from '@main/words';
import { MemoryNotifier } from '../../../mocked-main/memory-notifier';
import { MemoryPower } from '../../../mocked-main/memory-power';
import { settle, VirtualClock } from '../../core/virtual-clock';

class Followed<State> {
  readonly #listeners = new Set<(state: State) => void>();
  #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  state(): State {
    return this.#state;
  }

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

const signedIn: SessionState = {
  ...{ phase: 'signed-in', keychain: 'present', place: 'keychain', connection: null },
  username: 'dispatcher',
  link: { state: 'online', since: 1, lastAnswerAt: 1, error: null },
};

async function open({
  hasTray = true,
  lookAfter = 0,
  settings: given = {} as Partial<Settings>,
} = {}) {
  const clock = new VirtualClock();
  const kept = new Followed<Settings>({ ...defaultSettings, ...given });
  const settings = Object.assign(kept, {
    update: vi.fn((patch: Partial<Settings>) => {
      kept.become({ ...kept.state(), ...patch });
      return Promise.resolve();
    }),
  });
  const session = new Followed<SessionState>(signedIn);
  const openAlerts = new Followed(0);
  const desktop = new Desktop({
    ...{ clock, notifier: new MemoryNotifier(), settings: () => settings.state() },
    findTray: () => Promise.resolve(hasTray),
    power: new MemoryPower(),
  });
  const views: (TrayView | 'closed')[] = [];
  let actions: TrayActions | null = null;
  const icon: Icon = { show: (view) => views.push(view), close: () => views.push('closed') };
  const showWindow = vi.fn();
  const presence = new TrayPresence({
    ...{ settings, session, desktop, clock, openAlerts, showWindow, lookAfter, quit: vi.fn() },
    words: () => wordsIn('en'),
    locale: () => 'en',
    makeIcon: (view, _words, taken) => {
      views.push(view);
      actions = taken;
      return icon;
    },
  });
  await settle();
  const act = (): TrayActions => {
    if (actions === null) throw new Error('There is no icon.');
    return actions;
  };
  return { clock, settings, session, openAlerts, desktop, views, act, showWindow, presence };
}

describe('the icon in the tray', () => {
  it('is not there on a desktop without a tray, nor after a person declined it', async () => {
    expect((await open({ hasTray: false })).views).toEqual([]);
    expect((await open({ settings: { closeToTray: false } })).views).toEqual([]);
    const { settings, views } = await open();
    await settings.update({ closeToTray: false });
    expect(views.at(-1)).toBe('closed');
  });

  it('comes later where a start shows its window first, and not at all once that has ended', async () => {
    const { clock, views } = await open({ lookAfter: 2_000 });
    await clock.advance(1_900);
    expect(views).toEqual([]);
    await clock.advance(100);
    expect(views).toHaveLength(1);
    const ended = await open({ lookAfter: 2_000 });
    ended.presence.close();
    await ended.clock.advance(2_000);
    expect(ended.views).toEqual([]);
  });

  it('tells how the service is reached and how many alerts are open', async () => {
    const { session, openAlerts, settings, views } = await open();
    expect(views.at(-1)).toEqual({ link: 'online', openAlerts: 0, quietUntil: null });
    openAlerts.become(3);
    session.become({ ...signedIn, link: { ...signedIn.link, state: 'offline' } });
    expect(views.at(-1)).toMatchObject({ link: 'offline', openAlerts: 3 });
    await settings.update({ workOffline: true });
    expect(views.at(-1)).toMatchObject({ link: 'workOffline' });
    session.become({ ...signedIn, phase: 'expired' });
    expect(views.at(-1)).toMatchObject({ link: 'expired' });
  });

  it('keeps quiet for an hour, says until when, and ends it on time', async () => {
    const { clock, settings, act, views } = await open();
    act().beQuiet('hour');
    await settle();
    expect(settings.state().doNotDisturbUntil).toBe(clock.now() + 3_600_000);
    expect(views.at(-1)).toMatchObject({ quietUntil: expect.stringMatching(/\d:\d\d/) as string });
    await clock.advance(3_600_001);
    expect(views.at(-1)).toMatchObject({ quietUntil: null });
  });

  it('tells the end of the quiet as the settings do: by the clock and zone of choice', async () => {
    const until = Date.UTC(2100, 0, 1, 20, 30);
    const { session, settings, views } = await open({ settings: { doNotDisturbUntil: until } });
    const connection = { timeZone: 'America/Sao_Paulo' } as SessionState['connection'];
    session.become({ ...signedIn, connection });
    expect(views.at(-1)).toMatchObject({ quietUntil: '17:30' });
    settings.become({ ...settings.state(), clock: 'h12' });
    expect(views.at(-1)).toMatchObject({
      quietUntil: expect.stringMatching(/^5:30\sPM$/) as string,
    });
  });

  it('leads to the alerts', async () => {
    const { act, desktop } = await open();
    act().showAlerts();
    expect(desktop.takeAsked()).toEqual({ screen: 'alerts', alertId: null });
  });

  it('goes with the app', async () => {
    const { presence, openAlerts, views } = await open();
    presence.close();
    openAlerts.become(9);
    expect(views.at(-1)).toBe('closed');
  });
});

describe('the menu of the tray', () => {
  const view: TrayView = { link: 'online', openAlerts: 2, quietUntil: null };
  const actions: TrayActions = {
    ...{ show: vi.fn(), showAlerts: vi.fn(), beQuiet: vi.fn(), endQuiet: vi.fn(), quit: vi.fn() },
  };

  function labels(items: readonly MenuItemConstructorOptions[]): string[] {
    return items.flatMap(({ label, submenu }) => [
      ...(label === undefined ? [] : [label]),
      ...(Array.isArray(submenu) ? labels(submenu) : []),
    ]);
  }

  it('offers what can be done without the window', () => {
    expect(labels(trayMenu(view, wordsIn('en'), actions))).toEqual([
      ...['Connected', 'Show Fleetdesk', 'Open alerts: 2', 'Do not disturb', 'For 1 hour'],
      ...['Until tomorrow at 6 AM', 'Quit Fleetdesk'],
    ]);
    expect(labels(trayMenu({ ...view, quietUntil: '5:30 PM' }, wordsIn('en'), actions))).toContain(
      'On until 5:30 PM',
    );
    expect(trayTip(view, wordsIn('en'))).toBe('Fleetdesk · Connected · open alerts: 2');
  });

  it.each(locales)('has a word for every item in %s', (locale) => {
    const links = ['online', 'offline', 'workOffline', 'expired'] as const;
    for (const link of links) {
      for (const quietUntil of [null, '17:30']) {
        const all = labels(trayMenu({ ...view, link, quietUntil }, wordsIn(locale), actions));
        expect(all.filter((label) => /^(tray|quiet|menu)/.test(label))).toEqual([]);
      }
    }
  });
});
