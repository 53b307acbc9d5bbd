import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineComponent } from 'vue';
import { useRoute } from 'vue-router';
import { useOverlays } from '@/app/overlays';
import { useDesktop } from '@/app/use-desktop';
import { render, settled, theOffice } from '../render';

const played = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('@/app/chime', () => ({ playChime: played }));

let path = (): string => '';

const Frame = defineComponent(() => {
  const route = useRoute();
  path = () => route.fullPath;
  useDesktop();
  return () => null;
});

const notice = {
  ...{ id: 'n', title: 'Too fast', body: '', actions: [] },
  open: () => undefined,
};

afterEach(() => {
  played.mockClear();
});

describe('the page', () => {
  it('plays each sound that main asks for, as loud as the settings say', async () => {
    await render(Frame, { office: { signedIn: false, settings: { alertVolume: 25 } } });
    await settled();
    const { desktop } = theOffice().main.house;
    desktop.announce(notice, { isShown: true, isSounded: true });
    desktop.announce(notice, { isShown: true, isSounded: false });
    desktop.announce(notice, { isShown: true, isSounded: true });
    await settled();
    expect(played.mock.calls).toEqual([[25], [25]]);
  });

  it('opens what was asked for by a notification, once', async () => {
    await render(Frame);
    await settled();
    theOffice().main.house.desktop.ask({ screen: 'alerts', alertId: 'rule vehicle 1' });
    await settled();
    expect(path()).toBe('/alerts?alert=rule+vehicle+1');
    expect(theOffice().main.house.desktop.takeAsked()).toBeNull();
  });

  it.each([
    [{ screen: 'vehicle', id: 'abcDEF123456789' }, '/map?vehicle=abcDEF123456789'],
    [{ screen: 'device', id: 'abcDEF123456789' }, '/devices?record=abcDEF123456789'],
    [{ screen: 'user', id: 'abcDEF123456789' }, '/users?record=abcDEF123456789'],
    [
      { screen: 'replay', vehicleId: 'abcDEF123456789', day: '2026-03-10', time: null },
      '/replay?vehicle=abcDEF123456789&day=2026-03-10',
    ],
    [
      { screen: 'replay', vehicleId: 'abcDEF123456789', day: '2026-03-10', time: '14:30:00' },
      // Half past two in the connection's zone, three hours behind.
      `/replay?vehicle=abcDEF123456789&day=2026-03-10&at=${Date.UTC(2026, 2, 10, 17, 30)}`,
    ],
  ] as const)('goes where a link leads: %o', async (asked, address) => {
    await render(Frame, { office: {} });
    await settled();
    theOffice().main.house.desktop.ask(asked);
    await settled();
    expect(path()).toBe(address);
  });

  it.each(['palette', 'keys', 'sign-out'] as const)(
    'opens what covers the screen where the menu asks for it: %s',
    async (overlay) => {
      await render(Frame);
      await settled();
      theOffice().main.house.desktop.ask({ screen: 'overlay', overlay });
      await settled();
      expect(useOverlays().isOpen(overlay)).toBe(true);
      useOverlays().set(overlay, false);
    },
  );

  it('opens what was asked for before it was there', async () => {
    await render(Frame);
    theOffice().main.house.desktop.ask({ screen: 'alerts', alertId: null });
    await settled();
    expect(path()).toBe('/alerts');
  });
});
