import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { AskedScreen } from '@contract/desktop';
import { addressOfScreen, builtInScreens, keysOfScreen } from '@contract/screens';
import { ownWindows, type OwnWindow } from '@contract/windows';
import type { ZoomStep } from './windows/zoom';
import type { Words } from './words';

/** What can be done from the menu. */
export interface MenuActions {
  /** Shows a screen in the main window. */
  show(screen: AskedScreen): void;
  /** Opens a screen in a window of its own. */
  openAlone(screen: OwnWindow): void;
  /** A screen back or forward in the main window. */
  goBack(): void;
  goForward(): void;
  zoom(step: ZoomStep): void;
  /** Leaves Fleetdesk in the tray, its main window closed. */
  closeToTray(): void;
  /** Asks for a newer version, and shows what comes of it. */
  checkForUpdates(): void;
}

/** What the menu needs to know and can do. */
export interface MenuOptions {
  words: Words;
  isMac: boolean;
  /** Adds what only a developer needs. */
  isDevelopment: boolean;
  isSignedIn: boolean;
  hasTray: boolean;
  actions: MenuActions;
}

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/** Puts the application menu in place; its accelerators work with the menu bar hidden. */
export function showMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

/** The application menu as data. */
export function menuTemplate(options: MenuOptions): Item[] {
  const { words, isMac } = options;
  return [
    ...(isMac ? [appMenu(options)] : []),
    fileMenu(options),
    editMenu(options),
    viewMenu(options),
    goMenu(options),
    {
      role: 'window',
      label: words('menu.window'),
      submenu: [
        { role: 'minimize', label: words('menu.minimize') },
        { role: 'close', label: words('menu.close') },
      ],
    },
    helpMenu(options),
  ];
}

function about(words: Words): Item {
  return {
    label: words('menu.about'),
    click: () => {
      app.showAboutPanel();
    },
  };
}

function checkForUpdates({ words, isSignedIn, actions }: MenuOptions): Item {
  return {
    label: words('menu.checkForUpdates'),
    enabled: isSignedIn,
    click: actions.checkForUpdates,
  };
}

/** An item for those who are signed in; its key is the page's, and only shown here. */
function pageItem(
  { isSignedIn, actions }: MenuOptions,
  { label, screen, keys }: { label: string; screen: AskedScreen; keys?: string | undefined },
): Item {
  return {
    label,
    enabled: isSignedIn,
    ...(keys !== undefined && {
      accelerator: keys.replace('mod', 'CmdOrCtrl'),
      registerAccelerator: false,
    }),
    click: () => {
      actions.show(screen);
    },
  };
}

function settings(options: MenuOptions): Item {
  return pageItem(options, {
    label: `${options.words('screens.settings')}…`,
    screen: { screen: 'address', address: '/settings' },
    keys: keysOfScreen('settings'),
  });
}

function appMenu(options: MenuOptions): Item {
  const { words } = options;
  return {
    role: 'appMenu',
    submenu: [
      about(words),
      checkForUpdates(options),
      separator,
      settings(options),
      separator,
      { role: 'hide', label: words('menu.hide') },
      { role: 'hideOthers', label: words('menu.hideOthers') },
      { role: 'unhide', label: words('menu.showAll') },
      separator,
      { role: 'quit', label: words('menu.quit') },
    ],
  };
}

function fileMenu(options: MenuOptions): Item {
  const { words, isMac, isSignedIn, hasTray, actions } = options;
  const begin = (label: string, collection: string) =>
    pageItem(options, { label, screen: { screen: 'address', address: `/${collection}?new` } });
  return {
    label: words('menu.file'),
    submenu: [
      begin(words('menu.newVehicle'), 'vehicles'),
      begin(words('menu.newDevice'), 'devices'),
      begin(words('menu.newUser'), 'users'),
      separator,
      ...(isMac ? [] : [settings(options)]),
      // The page asks first: about what is typed, and about what was not sent.
      pageItem(options, {
        label: `${words('menu.signOut')}…`,
        screen: { screen: 'overlay', overlay: 'sign-out' },
      }),
      separator,
      ...(hasTray
        ? [{ label: words('menu.closeToTray'), enabled: isSignedIn, click: actions.closeToTray }]
        : []),
      isMac
        ? { role: 'close', label: words('menu.close') }
        : { role: 'quit', label: words('menu.quit'), accelerator: 'CmdOrCtrl+Q' },
    ],
  };
}

function editMenu(options: MenuOptions): Item {
  const { words } = options;
  return {
    label: words('menu.edit'),
    submenu: [
      { role: 'undo', label: words('menu.undo') },
      { role: 'redo', label: words('menu.redo') },
      separator,
      { role: 'cut', label: words('menu.cut') },
      { role: 'copy', label: words('menu.copy') },
      { role: 'paste', label: words('menu.paste') },
      { role: 'selectAll', label: words('menu.selectAll') },
      separator,
      pageItem(options, {
        label: words('menu.search'),
        screen: { screen: 'overlay', overlay: 'palette' },
        keys: 'mod+k',
      }),
    ],
  };
}

function viewMenu({ words, isDevelopment, isSignedIn, actions }: MenuOptions): Item {
  const forDevelopers: Item[] = [
    separator,
    { role: 'reload', label: words('menu.reload') },
    { role: 'toggleDevTools', label: words('menu.developerTools') },
  ];
  const zoom = (step: ZoomStep) => () => {
    actions.zoom(step);
  };
  return {
    label: words('menu.view'),
    submenu: [
      {
        label: words('menu.ownWindow'),
        enabled: isSignedIn,
        submenu: ownWindows.map((screen) => ({
          label: words(`screens.${screen}`),
          enabled: isSignedIn,
          click: () => {
            actions.openAlone(screen);
          },
        })),
      },
      separator,
      { label: words('menu.actualSize'), accelerator: 'CmdOrCtrl+0', click: zoom('reset') },
      { label: words('menu.zoomIn'), accelerator: 'CmdOrCtrl+Plus', click: zoom('in') },
      { label: words('menu.zoomOut'), accelerator: 'CmdOrCtrl+-', click: zoom('out') },
      ...zoomKeys.map(([step, accelerator]) => ({
        ...{ accelerator, label: accelerator, click: zoom(step) },
        ...{ visible: false, acceleratorWorksWhenHidden: true },
      })),
      separator,
      { role: 'togglefullscreen', label: words('menu.fullScreen') },
      ...(isDevelopment ? forDevelopers : []),
    ],
  };
}

/** Keys that zoom as well: `=` without Shift, and those of the number pad. */
const zoomKeys = [
  ['in', 'CmdOrCtrl+='],
  ['in', 'CmdOrCtrl+numadd'],
  ['out', 'CmdOrCtrl+numsub'],
  ['reset', 'CmdOrCtrl+num0'],
] as const satisfies readonly (readonly [ZoomStep, string])[];

function goMenu(options: MenuOptions): Item {
  const { words, isMac, isSignedIn, actions } = options;
  return {
    label: words('menu.go'),
    submenu: [
      {
        label: words('menu.back'),
        enabled: isSignedIn,
        accelerator: isMac ? 'Cmd+[' : 'Alt+Left',
        click: actions.goBack,
      },
      {
        label: words('menu.forward'),
        enabled: isSignedIn,
        accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
        click: actions.goForward,
      },
      separator,
      ...builtInScreens
        .filter((name) => name !== 'settings')
        .map((name) =>
          pageItem(options, {
            label: words(`screens.${name}`),
            screen: { screen: 'address', address: addressOfScreen(name) },
            keys: keysOfScreen(name),
          }),
        ),
    ],
  };
}

function helpMenu(options: MenuOptions): Item {
  const { words, isMac } = options;
  return {
    role: 'help',
    label: words('menu.help'),
    submenu: [
      pageItem(options, {
        label: words('menu.helpContents'),
        screen: { screen: 'address', address: '/help' },
        keys: 'f1',
      }),
      pageItem(options, {
        label: words('menu.keys'),
        screen: { screen: 'overlay', overlay: 'keys' },
      }),
      pageItem(options, {
        label: words('menu.diagnose'),
        screen: { screen: 'address', address: '/diagnose' },
      }),
      ...(isMac ? [] : [separator, checkForUpdates(options), about(words)]),
    ],
  };
}
