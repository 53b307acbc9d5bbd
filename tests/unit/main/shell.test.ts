import type { EventEmitter } from 'node:events';
import type { SessionState } from '@contract/session';
import { defaultSettings } from '@contract/settings';
import type { OwnWindow } from '@contract/windows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showMenu } from '@main/menu';
import { SettingsFile } from '@main/settings-file';
import { Shell, type ShellOptions } from '@main/shell';
import type { FirstWindow } from '@main/windows/first-window';
import {
  MainWindow,
  type MainWindowEvents,
  type MainWindowOptions,
} from '@main/windows/main-window';
import { MemoryFiles } from './memory-files';

const desktop = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { quit(): void },
  /** The answer to a question: 0 stays, 1 goes. */
  answer: 0,
  focused: null as unknown,
  asked: [] as string[],
  stays: vi.fn(),
  main: [] as { isHidden: boolean; focused: number; window: unknown; options: unknown }[],
  own: [] as { isOpen: boolean; holds: boolean }[],
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  desktop.app = Object.assign(new Emitter(), {
    ...{ quit: vi.fn(), getVersion: () => '1.0.0', setAboutPanelOptions: vi.fn() },
  });
  return {
    app: desktop.app,
    BrowserWindow: { getFocusedWindow: () => desktop.focused },
    dialog: {
      showMessageBox: (_window: unknown, { message }: { message: string }) => {
        desktop.asked.push(message);
        return Promise.resolve({ response: desktop.answer });
      },
    },
  };
});
vi.mock('@resources/icons/fleetdesk.png?asset', () => ({ default: '' }));
vi.mock('@main/menu', () => ({ showMenu: vi.fn() }));
vi.mock('@main/system-start', () => ({ offerScreens: vi.fn() }));
vi.mock('@main/windows/context-menu', () => ({ offerContextMenu: vi.fn() }));
vi.mock('@main/windows/troubles', () => ({ watchTroubles: vi.fn() }));
vi.mock('@main/windows/zoom', () => ({ zoomOf: () => ({ add: vi.fn() }) }));
vi.mock('@main/windows/main-window', () => ({
  MainWindow: class {
    contentsId = 1;
    isHidden: boolean;
    focused = 0;
    window = {
      isVisible: () => true,
      webContents: { navigationHistory: { goBack: vi.fn() } },
    };
    constructor(readonly options: { isHidden: boolean }) {
      this.isHidden = options.isHidden;
      desktop.main.push(this);
    }
    show() {
      return Promise.resolve();
    }
    focus() {
      this.focused += 1;
    }
  },
}));
vi.mock('@main/windows/screen-window', () => ({
  openScreenWindow: ({ onClosed }: { onClosed(): void }) => {
    const made = { isOpen: true, holds: false };
    desktop.own.push(made);
    return {
      ...{ window: { webContents: {} }, contentsId: 10 + desktop.own.length, focus: vi.fn() },
      close: () => {
        if (made.holds) return Promise.resolve(false);
        made.isOpen = false;
        onClosed();
        return Promise.resolve(true);
      },
    };
  },
}));

beforeEach(() => {
  vi.clearAllMocks();
  desktop.app.removeAllListeners();
  Object.assign(desktop, { answer: 0, focused: null, asked: [], main: [], own: [] });
});

type Start = { isInMemory?: boolean; open?: OwnWindow[]; first?: FirstWindow | null };

async function build(start?: Start): Promise<Shell> {
  return (await buildWithSettings(start)).shell;
}

async function buildWithSettings({ isInMemory = false, open = [], first = null }: Start = {}) {
  const signedIn = { phase: 'signed-in', place: isInMemory ? 'memory' : 'keychain' };
  const settings = await SettingsFile.open(new MemoryFiles());
  await settings.update({ ...defaultSettings, closeToTray: true });
  await settings.rememberOpenWindows(open);
  const shell = new Shell({
    look: { page: { pageAddress: (file: string) => file, isDevelopment: false }, session: {} },
    first,
    settings,
    session: {
      state: () => signedIn as unknown as SessionState,
      subscribe: () => () => undefined,
    },
    desktop: {
      ask: () => undefined,
      lookForTray: () => Promise.resolve(true),
      state: () => ({ hasTray: true }),
      subscribe: () => () => undefined,
    },
    unsentInMemory: () => 0,
    locale: () => 'en',
    onPageGone: () => undefined,
    checkForUpdates: () => undefined,
    onStay: desktop.stays,
  } as unknown as ShellOptions);
  return { shell, settings };
}

/** A wish to quit, and whether it was held back. */
async function quit() {
  let isHeld = false;
  desktop.app.emit('before-quit', {
    preventDefault: () => {
      isHeld = true;
    },
  });
  await new Promise((resolve) => setTimeout(resolve));
  return isHeld;
}

describe('a hidden start', () => {
  it('shows the window where somebody asks for it meanwhile', async () => {
    const shell = await build();
    const opened = shell.open(new Promise(() => undefined), true);
    expect(desktop.main).toEqual([]);
    await shell.focus();
    await opened;
    expect(desktop.main.map(({ isHidden }) => isHidden)).toEqual([false]);
  });

  it('stays hidden on a busy computer, however long the session takes', async () => {
    vi.useFakeTimers();
    const shell = await build();
    let end = (): void => undefined;
    const opened = shell.open(
      new Promise((resolve) => {
        end = resolve;
      }),
      true,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(desktop.main).toEqual([]);
    end();
    await opened;
    expect(desktop.main.map(({ isHidden }) => isHidden)).toEqual([true]);
  });
});

describe('a quit with several windows', () => {
  it('that is answered with "Stay" leaves all of them open', async () => {
    const shell = await build({ isInMemory: true });
    await shell.open(Promise.resolve());
    shell.windows.open('/map');
    expect(await quit()).toBe(true);
    expect(desktop.asked).toHaveLength(1);
    expect(desktop.stays).toHaveBeenCalledOnce();
    expect(desktop.own[0]?.isOpen).toBe(true);
    expect(desktop.app.quit).not.toHaveBeenCalled();
  });

  it('closes them and goes on, without the same question twice', async () => {
    const shell = await build({ isInMemory: true });
    await shell.open(Promise.resolve());
    shell.windows.open('/map');
    desktop.answer = 1;
    await quit();
    expect(desktop.own[0]?.isOpen).toBe(false);
    await vi.waitFor(() => {
      expect(desktop.app.quit).toHaveBeenCalledOnce();
    });
    expect(await quit()).toBe(false);
    const options = desktop.main[0]?.options as MainWindowOptions;
    expect(await options.mayClose()).toBe(true);
    expect(desktop.asked).toHaveLength(1);
  });

  it('waits for one that holds unsaved work, with the main window open', async () => {
    const shell = await build();
    await shell.open(Promise.resolve());
    shell.windows.open('/map');
    if (desktop.own[0]) desktop.own[0].holds = true;
    const options = desktop.main[0]?.options as MainWindowOptions;
    expect(await options.mayClose()).toBe(false);
    expect(await quit()).toBe(true);
    expect(desktop.app.quit).not.toHaveBeenCalled();
  });
});

describe('a main window whose page holds it back', () => {
  it('stays known, and what opens and closes beside it is remembered', async () => {
    const { shell, settings } = await buildWithSettings();
    await shell.open(Promise.resolve());
    shell.windows.open('/map');
    const options = desktop.main[0]?.options as MainWindowOptions;
    expect(await options.mayClose()).toBe(true);
    options.onClose({ x: 0, y: 0, width: 1_000, height: 700, maximized: false });
    options.onHeld();
    expect(shell.isWindow(1)).toBe(true);
    shell.windows.open('/replay');
    expect(settings.openWindows()).toEqual(['replay']);
    options.onClosed();
    expect(shell.isWindow(1)).toBe(false);
  });
});

describe('windows of their own', () => {
  it('open again after a start, behind the main window', async () => {
    const shell = await build({ open: ['map', 'alerts'] });
    await shell.open(Promise.resolve());
    shell.reopenWindows();
    expect(desktop.own).toHaveLength(2);
    expect(desktop.main[0]?.focused).toBe(1);
  });
});

describe('the shell', () => {
  it('says that a link is not followed even where no window was open', async () => {
    const shell = await build();
    await shell.tellOfRefusedLink('unknown');
    expect(desktop.main).toHaveLength(1);
    expect(desktop.asked).toHaveLength(1);
  });

  it('makes the menu once, for the session that a start restores', async () => {
    const shell = await build();
    let isRestored: () => void = () => undefined;
    const opened = shell.open(new Promise<void>((resolve) => (isRestored = resolve)));
    expect(showMenu).not.toHaveBeenCalled();
    isRestored();
    await opened;
    expect(showMenu).toHaveBeenCalledOnce();
    expect(vi.mocked(showMenu).mock.lastCall?.[0]).toMatchObject({ isSignedIn: true });
  });

  it('goes back in the main window alone, not from a window of one screen', async () => {
    const shell = await build();
    await shell.open(Promise.resolve());
    const actions = vi.mocked(showMenu).mock.lastCall?.[0].actions;
    const main = desktop.main[0]?.window as {
      webContents: { navigationHistory: { goBack(): void } };
    };
    desktop.focused = { webContents: {} };
    actions?.goBack();
    expect(main.webContents.navigationHistory.goBack).not.toHaveBeenCalled();
    desktop.focused = main;
    actions?.goBack();
    expect(main.webContents.navigationHistory.goBack).toHaveBeenCalledOnce();
  });
});

describe('a window that the start opened already', () => {
  function openFirst() {
    const window = new MainWindow({ isHidden: false } as MainWindowOptions);
    let told = null as unknown as MainWindowEvents;
    const give = (events: MainWindowEvents) => {
      told = events;
      return window;
    };
    return {
      window,
      first: { give, zoom: { add: vi.fn() } } as unknown as FirstWindow,
      close: () => {
        told.onClosed();
      },
    };
  }

  it('is the main one from then on, and calls from it are answered before the session is known', async () => {
    const { first, window } = openFirst();
    const shell = await build({ first });
    expect(shell.isWindow(window.contentsId)).toBe(true);
    await shell.open(Promise.resolve());
    expect(shell.window).toBe(window);
    expect(desktop.main).toHaveLength(1);
  });

  it('stays closed where a person closed it before the session was known', async () => {
    const { first, close } = openFirst();
    const shell = await build({ first });
    const opened = shell.open(Promise.resolve());
    close();
    await opened;
    expect(shell.window).toBeNull();
    expect(desktop.main).toHaveLength(1);
  });
});
