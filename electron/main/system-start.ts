import { app, Menu, type JumpListItem, type MenuItemConstructorOptions } from 'electron';
import { hasAutostart, renewAutostart, setAutostart } from '@adapters/desktop/autostart';
import { ownWindows, type OwnWindow } from '@contract/windows';
import type { LoginList, LoginStart } from './start-at-login';
import type { Words } from './words';

/** The program and what it needs to be started again: from a clone, the folder of the app. */
export function program(): [file: string, ...args: string[]] {
  const appImage = process.env['APPIMAGE'];
  if (app.isPackaged) return [appImage ?? process.execPath];
  return [process.execPath, app.getAppPath()];
}

/** The list of programs that this system starts at log-in. */
export function loginList(): LoginList {
  if (process.platform === 'linux') {
    return {
      startsUs: () => hasAutostart(),
      add: (start) => setAutostart({ command: commandOf(start), name: 'Fleetdesk' }),
      renew: (start) => renewAutostart(commandOf(start)),
      remove: () => setAutostart(null),
    };
  }
  const [path] = program();
  const set = (start: LoginStart | null, enabled: boolean) => {
    // Electron joins the arguments with spaces only.
    const args = commandOf(start)
      .slice(1)
      .map((each) => `"${each}"`);
    app.setLoginItemSettings({ openAtLogin: start !== null, enabled, path, args });
  };
  const isOn = () => {
    const entries = app.getLoginItemSettings({ path }).launchItems;
    const own = entries.filter(({ scope }) => scope === 'user');
    return own.length === 0 ? null : own.some(({ enabled }) => enabled);
  };
  return {
    // On macOS an entry that a person made looks like ours.
    startsUs: () => process.platform === 'win32' && isOn() === true,
    add: (start) => {
      set(start, true);
    },
    renew: (start) => {
      // On macOS an entry is the app itself, without path and switches.
      if (process.platform === 'win32') set(start, isOn() ?? true);
    },
    remove: () => {
      set(null, true);
    },
  };
}

function commandOf(start: LoginStart | null): string[] {
  return [...program(), ...(start?.isHidden === true ? ['--hidden'] : [])];
}

/** Whether macOS started the app at log-in; there it passes no switch on. */
export function wasStartedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Offers the screens at the app's icon: in the jump list of Windows, in the dock of macOS. */
export function offerScreens(words: Words, open: (screen: OwnWindow) => void): void {
  if (process.platform === 'win32') {
    const [file, ...args] = program();
    const items = ownWindows.map((screen): JumpListItem => ({
      type: 'task',
      program: file,
      args: [...args.map((each) => `"${each}"`), `--window=${screen}`].join(' '),
      title: words(`screens.${screen}`),
      description: words('menu.ownWindow'),
      iconPath: process.execPath,
      iconIndex: 0,
    }));
    app.setJumpList([{ type: 'tasks', items }]);
  }
  app.dock?.setMenu(
    Menu.buildFromTemplate(
      ownWindows.map((screen): MenuItemConstructorOptions => ({
        label: words(`screens.${screen}`),
        click: () => {
          open(screen);
        },
      })),
    ),
  );
}
