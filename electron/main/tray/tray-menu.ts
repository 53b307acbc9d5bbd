import type { MenuItemConstructorOptions } from 'electron';
import type { QuietSpan } from '@contract/desktop';
import type { Words } from '../words';

/** What the tray knows of the app. */
export interface TrayView {
  /** Null while nobody is signed in. */
  link: 'online' | 'offline' | 'workOffline' | 'expired' | null;
  /** Alerts that nobody has acknowledged. */
  openAlerts: number;
  /** End of the quiet time as a person reads it; null where there is none. */
  quietUntil: string | null;
}

/** What can be done from the tray. */
export interface TrayActions {
  show(): void;
  showAlerts(): void;
  beQuiet(span: QuietSpan): void;
  endQuiet(): void;
  quit(): void;
}

/** The text beside the icon: the app, how it is connected, and how many alerts are open. */
export function trayTip({ link, openAlerts }: TrayView, words: Words): string {
  const state = link === null ? '' : ` · ${words(`trayLink.${link}`)}`;
  const alerts = openAlerts === 0 ? '' : ` · ${words('tray.openAlerts', { n: openAlerts })}`;
  return `Fleetdesk${state}${alerts}`;
}

/** The menu of the icon. */
export function trayMenu(
  view: TrayView,
  words: Words,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const { link, openAlerts, quietUntil } = view;
  const quiet: MenuItemConstructorOptions[] =
    quietUntil === null
      ? [
          {
            label: words('quiet.hour'),
            click: () => {
              actions.beQuiet('hour');
            },
          },
          {
            label: words('quiet.tomorrow'),
            click: () => {
              actions.beQuiet('tomorrow');
            },
          },
        ]
      : [
          { label: words('quiet.until', { time: quietUntil }), enabled: false },
          {
            label: words('quiet.end'),
            click: () => {
              actions.endQuiet();
            },
          },
        ];
  return [
    ...(link === null ? [] : [{ label: words(`trayLink.${link}`), enabled: false }]),
    {
      label: words('tray.show'),
      click: () => {
        actions.show();
      },
    },
    {
      label: words('tray.alerts', { n: openAlerts }),
      enabled: link !== null,
      click: () => {
        actions.showAlerts();
      },
    },
    { label: words('quiet.label'), enabled: link !== null, submenu: quiet },
    { type: 'separator' },
    {
      label: words('menu.quit'),
      click: () => {
        actions.quit();
      },
    },
  ];
}
