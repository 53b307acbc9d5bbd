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
  signOut: null,
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
    const keys = itemsOf(menuTemplate(office)).map(({ role, accelerator }) => [role, accelerator]);
    expect(keys).toEqual(
      expect.arrayContaining([
        ['zoomIn', 'CmdOrCtrl+='],
        ['zoomIn', 'CmdOrCtrl+numadd'],
        ['zoomOut', 'CmdOrCtrl+numsub'],
        ['resetZoom', 'CmdOrCtrl+num0'],
      ]),
    );
  });

  it('signs out the signed-in user', () => {
    expect(find(office, 'Sign out')?.enabled).toBe(false);
    const signOut = vi.fn();
    const item = find({ ...office, signOut }, 'Sign out');
    expect(item?.enabled).toBe(true);
    Reflect.apply(item?.click ?? vi.fn(), undefined, []);
    expect(signOut).toHaveBeenCalledOnce();
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
