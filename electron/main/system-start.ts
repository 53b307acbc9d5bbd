import { app, Menu, type JumpListItem, type MenuItemConstructorOptions } from 'electron';
import { setAutostart } from '@adapters/desktop/autostart';
import { ownWindows, type OwnWindow } from '@contract/windows';
import type { LoginStart } from './start-at-login';
import type { Words } from './words';

/** The program and what it needs to be started again: from a clone, the folder of the app. */
function program(): [file: string, ...args: string[]] {
  const appImage = process.env['APPIMAGE'];
  if (app.isPackaged) return [appImage ?? process.execPath];
  return [process.execPath, app.getAppPath()];
}

/** Tells the system to start Fleetdesk at log-in, or no more. */
export async function startAtLogin(wanted: LoginStart | null): Promise<void> {
  const [file, ...args] = program();
  const command = [file, ...args, ...(wanted?.isHidden === true ? ['--hidden'] : [])];
  if (process.platform === 'linux') {
    await setAutostart(wanted && { command, name: 'Fleetdesk' });
    return;
  }
  app.setLoginItemSettings({ openAtLogin: wanted !== null, path: file, args: command.slice(1) });
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
