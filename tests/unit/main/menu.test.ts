import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { locales } from '@contract/settings';
import { menuTemplate, type MenuOptions } from '@main/menu';
import { wordsIn } from '@main/words';

vi.mock('electron', () => ({ app: {}, Menu: {} }));

const office: MenuOptions = {
  words: wordsIn('en'),
  isMac: false,
  isDevelopment: false,
  isSignedIn: false,
  hasTray: false,
  actions: {
    ...{ show: vi.fn(), openAlone: vi.fn(), goBack: vi.fn(), goForward: vi.fn() },
    ...{ zoom: vi.fn(), closeToTray: vi.fn() },
    checkForUpdates: vi.fn(),
  },
};

/** Every item, with those of submenus. */
function itemsOf(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [
    item,
    ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : []),
  ]);
}

const find = (options: MenuOptions, label: string) =>
  itemsOf(menuTemplate(options)).find((item) => item.label === label);

describe('the menu', () => {
  it.each(locales)('has a word for every item in %s', (locale) => {
    const labels = itemsOf(menuTemplate({ ...office, words: wordsIn(locale), isMac: true }))
      .filter(({ type, role }) => type !== 'separator' && role !== 'appMenu')
      .map(({ label }) => label ?? '');
    expect(labels.length).toBeGreaterThan(15);
    expect(labels.filter((label) => label === '' || label.includes('menu.'))).toEqual([]);
  });

  it('quits with a key, even while it is hidden', () => {
    expect(find(office, 'Quit Fleetdesk')).toMatchObject({
      role: 'quit',
      accelerator: 'CmdOrCtrl+Q',
    });
  });

  it('zooms with Ctrl and =, and with + - 0 of the number pad', () => {
    const zoom = vi.mocked(office.actions.zoom);
    for (const [key, step] of [
      ['CmdOrCtrl+Plus', 'in'],
      ['CmdOrCtrl+=', 'in'],
      ['CmdOrCtrl+numadd', 'in'],
      ['CmdOrCtrl+-', 'out'],
      ['CmdOrCtrl+numsub', 'out'],
      ['CmdOrCtrl+0', 'reset'],
      ['CmdOrCtrl+num0', 'reset'],
    ] as const) {
      const item = itemsOf(menuTemplate(office)).find(({ accelerator }) => accelerator === key);
      Reflect.apply(item?.click ?? vi.fn(), undefined, []);
      expect([key, zoom.mock.lastCall]).toEqual([key, [step]]);
    }
  });

  it('signs out by way of the page, which asks about what would be lost', () => {
    expect(find(office, 'Sign out…')?.enabled).toBe(false);
    const item = find({ ...office, isSignedIn: true }, 'Sign out…');
    expect(item?.enabled).toBe(true);
    Reflect.apply(item?.click ?? vi.fn(), undefined, []);
    const asked = { screen: 'overlay', overlay: 'sign-out' };
    expect(vi.mocked(office.actions.show).mock.lastCall).toEqual([asked]);
  });

  it('leads to every screen, with its key, once somebody is signed in', () => {
    const signedIn = { ...office, isSignedIn: true };
    const show = vi.mocked(office.actions.show);
    for (const [label, address, accelerator] of [
      ['Map', '/map', 'CmdOrCtrl+1'],
      ['Zones', '/zones', undefined],
      ['Outbox', '/outbox', 'CmdOrCtrl+9'],
      ['Settings…', '/settings', 'CmdOrCtrl+,'],
      ['New vehicle', '/vehicles?new', undefined],
      ['Diagnostics', '/diagnose', undefined],
    ] as const) {
      expect(find(office, label)?.enabled).toBe(false);
      const item = itemsOf(menuTemplate(signedIn))
        .filter((each) => each.label === label)
        .at(-1);
      expect(item?.accelerator).toBe(accelerator);
      // The page acts on its keys itself: the menu shows them alone.
      expect(item?.registerAccelerator).toBe(accelerator === undefined ? undefined : false);
      Reflect.apply(item?.click ?? vi.fn(), undefined, []);
      expect(show.mock.lastCall).toEqual([{ screen: 'address', address }]);
    }
  });

  it('asks for newer versions, in the place where each system has it', () => {
    for (const isMac of [true, false]) {
      const menu = menuTemplate({ ...office, isMac, isSignedIn: true });
      const [place] = isMac ? menu : menu.slice(-1);
      const item = itemsOf(place ? [place] : []).find(
        ({ label }) => label === 'Check for updates…',
      );
      Reflect.apply(item?.click ?? vi.fn(), undefined, []);
    }
    expect(office.actions.checkForUpdates).toHaveBeenCalledTimes(2);
  });

  it('opens a screen in a window of its own', () => {
    const item = find({ ...office, isSignedIn: true }, 'Open in its own window');
    const submenu = Array.isArray(item?.submenu) ? item.submenu : [];
    expect(submenu.map(({ label }) => label)).toEqual(['Map', 'Replay', 'Alerts']);
    Reflect.apply(submenu[1]?.click ?? vi.fn(), undefined, []);
    expect(office.actions.openAlone).toHaveBeenCalledWith('replay');
  });

  it('offers to close to the tray only where the desktop has one', () => {
    expect(find(office, 'Close to tray')).toBeUndefined();
    expect(find({ ...office, hasTray: true }, 'Close to tray')).toBeDefined();
  });

  it('offers developer tools and reload in development alone', () => {
    const roles = (options: MenuOptions) =>
      itemsOf(menuTemplate(options)).map(({ role }) => role?.toLowerCase());
    for (const isMac of [true, false]) {
      expect(roles({ ...office, isMac })).not.toContain('toggledevtools');
      expect(roles({ ...office, isMac })).not.toContain('reload');
    }
    expect(roles({ ...office, isDevelopment: true })).toContain('toggledevtools');
  });
});
