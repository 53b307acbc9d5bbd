import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginList } from '@main/system-start';

const system = vi.hoisted(() => ({
  entries: [] as { scope: string; enabled: boolean }[],
  set: vi.fn(),
}));
vi.mock('electron', () => ({
  app: {
    isPackaged: false,
    getAppPath: () => 'C:\\My programs\\fleetdesk',
    getLoginItemSettings: () => ({ launchItems: system.entries }),
    setLoginItemSettings: system.set,
  },
  Menu: {},
}));

const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
const setPlatform = (value: string) => Object.defineProperty(process, 'platform', { value });

beforeEach(() => {
  vi.clearAllMocks();
  system.entries = [];
});
afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
});

describe('the start at log-in of Windows', () => {
  beforeEach(() => {
    setPlatform('win32');
  });

  it('keeps an entry off that a person switched off in the system, and renews its switches', async () => {
    system.entries = [{ scope: 'user', enabled: false }];
    const list = loginList();
    expect(await list.startsUs()).toBe(false);
    await list.renew({ isHidden: true });
    expect(system.set).toHaveBeenCalledExactlyOnceWith({
      ...{ openAtLogin: true, enabled: false, path: process.execPath },
      // In quotes: the folder holds a space.
      args: ['"C:\\My programs\\fleetdesk"', '"--hidden"'],
    });
  });

  it('starts Fleetdesk again once a person wishes so in the settings', async () => {
    system.entries = [{ scope: 'user', enabled: false }];
    await loginList().add({ isHidden: false });
    expect(system.set).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ openAtLogin: true, enabled: true }),
    );
  });
});

it('an entry of macOS is the app itself: nothing in it can be renewed', async () => {
  setPlatform('darwin');
  await loginList().renew({ isHidden: true });
  expect(system.set).not.toHaveBeenCalled();
});
