import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Words } from './words';

/** What the menu needs to know and can do. */
export interface MenuOptions {
  words: Words;
  isMac: boolean;
  /** Adds what only a developer needs. */
  isDevelopment: boolean;
  /** Null while nobody is signed in. */
  signOut: (() => void) | null;
}

/** Puts the application menu in place; its accelerators work with the menu bar hidden. */
export function showMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

/** The application menu as data. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { words, isMac } = options;
  const about: MenuItemConstructorOptions = {
    label: words('menu.about'),
    click: () => {
      app.showAboutPanel();
    },
  };
  return [
    ...(isMac ? [appMenu(words, about)] : []),
    fileMenu(options),
    editMenu(words),
    viewMenu(options),
    ...(isMac ? [windowMenu(words)] : []),
    { role: 'help', label: words('menu.help'), submenu: isMac ? [] : [about] },
  ];
}

function appMenu(words: Words, about: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      about,
      { type: 'separator' },
      { role: 'hide', label: words('menu.hide') },
      { role: 'hideOthers', label: words('menu.hideOthers') },
      { role: 'unhide', label: words('menu.showAll') },
      { type: 'separator' },
      { role: 'quit', label: words('menu.quit') },
    ],
  };
}

function fileMenu({ words, isMac, signOut }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: words('menu.file'),
    submenu: [
      {
        label: words('menu.signOut'),
        enabled: signOut !== null,
        click: () => {
          signOut?.();
        },
      },
      { type: 'separator' },
      isMac
        ? { role: 'close', label: words('menu.close') }
        : { role: 'quit', label: words('menu.quit'), accelerator: 'CmdOrCtrl+Q' },
    ],
  };
}

function editMenu(words: Words): MenuItemConstructorOptions {
  return {
    label: words('menu.edit'),
    submenu: [
      { role: 'undo', label: words('menu.undo') },
      { role: 'redo', label: words('menu.redo') },
      { type: 'separator' },
      { role: 'cut', label: words('menu.cut') },
      { role: 'copy', label: words('menu.copy') },
      { role: 'paste', label: words('menu.paste') },
      { role: 'selectAll', label: words('menu.selectAll') },
    ],
  };
}

function viewMenu({ words, isDevelopment }: MenuOptions): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload', label: words('menu.reload') },
    { role: 'toggleDevTools', label: words('menu.developerTools') },
  ];
  return {
    label: words('menu.view'),
    submenu: [
      { role: 'resetZoom', label: words('menu.actualSize') },
      { role: 'zoomIn', label: words('menu.zoomIn') },
      { role: 'zoomOut', label: words('menu.zoomOut') },
      ...zoomKeys,
      { type: 'separator' },
      { role: 'togglefullscreen', label: words('menu.fullScreen') },
      ...(isDevelopment ? forDevelopers : []),
    ],
  };
}

/** Keys that zoom as well: `=` without Shift, and those of the number pad. */
const zoomKeys: readonly MenuItemConstructorOptions[] = (
  [
    ['zoomIn', 'CmdOrCtrl+='],
    ['zoomIn', 'CmdOrCtrl+numadd'],
    ['zoomOut', 'CmdOrCtrl+numsub'],
    ['resetZoom', 'CmdOrCtrl+num0'],
  ] as const
).map(([role, accelerator]) => ({
  ...{ role, accelerator, label: accelerator },
  ...{ visible: false, acceleratorWorksWhenHidden: true },
}));

function windowMenu(words: Words): MenuItemConstructorOptions {
  return {
    role: 'window',
    label: words('menu.window'),
    submenu: [{ role: 'minimize', label: words('menu.minimize') }],
  };
}
