import { Menu, nativeImage, Tray, type NativeImage } from 'electron';
import colored from '@resources/icons/tray.png?asset';
import coloredTwice from '@resources/icons/tray@2x.png?asset';
import template from '@resources/icons/trayTemplate.png?asset';
import templateTwice from '@resources/icons/trayTemplate@2x.png?asset';
import type { Words } from '../words';
import { trayMenu, trayTip, type TrayActions, type TrayView } from './tray-menu';
import { badgeText, dimmed, withBadge, type Picture } from './tray-picture';

const isMac = process.platform === 'darwin';
/** Its two sizes, for screens of one and two pixels a point. */
const files = isMac
  ? ([
      [1, template],
      [2, templateTwice],
    ] as const)
  : ([
      [1, colored],
      [2, coloredTwice],
    ] as const);

/** The icon of the app in the system's tray, or in the menu bar of a Mac. */
export class TrayIcon {
  readonly #tray: Tray;
  readonly #actions: TrayActions;
  #shown = '';

  constructor(view: TrayView, words: Words, actions: TrayActions) {
    this.#actions = actions;
    this.#tray = new Tray(pictureOf(view));
    this.#tray.on('click', () => {
      // On a Mac a click opens the menu.
      if (!isMac) actions.show();
    });
    this.show(view, words);
  }

  /** Shows another state; the menu is put together again only where it would look different. */
  show(view: TrayView, words: Words): void {
    const tip = trayTip(view, words);
    const menu = trayMenu(view, words, this.#actions);
    const shown = JSON.stringify([view, tip, menu]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setImage(pictureOf(view));
    if (isMac) this.#tray.setTitle(view.openAlerts > 0 ? badgeText(view.openAlerts) : '');
    this.#tray.setToolTip(tip);
    this.#tray.setContextMenu(Menu.buildFromTemplate(menu));
  }

  close(): void {
    this.#tray.destroy();
  }
}

function pictureOf({ link, openAlerts }: TrayView): NativeImage {
  const picture = nativeImage.createEmpty();
  for (const [scaleFactor, file] of files) {
    const image = nativeImage.createFromPath(file);
    if (isMac) {
      picture.addRepresentation({ scaleFactor, buffer: image.toPNG() });
      continue;
    }
    const plain: Picture = { ...image.getSize(), pixels: image.toBitmap() };
    const stated = link === 'online' ? plain : dimmed(plain);
    const { width, height, pixels } = withBadge(stated, openAlerts);
    picture.addRepresentation({ scaleFactor, width, height, buffer: Buffer.from(pixels) });
  }
  if (isMac) picture.setTemplateImage(true);
  return picture;
}
