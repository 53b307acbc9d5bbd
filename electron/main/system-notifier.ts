import { Notification } from 'electron';
import type { Notice, Notifier } from '@core/ports/notifier';

/** The operating system's notifications: on Linux those of libnotify, over the session bus. */
export class SystemNotifier implements Notifier {
  readonly #icon: string;
  /** What is shown, held so that a click still finds its listener. */
  readonly #shown = new Map<string, Notification>();

  constructor(icon: string) {
    this.#icon = icon;
  }

  get isSupported(): boolean {
    return Notification.isSupported();
  }

  show({ id, title, body, actions, open }: Notice): void {
    if (!this.isSupported) return;
    this.close(id);
    const notification = new Notification({
      ...{ title, body, icon: this.#icon, silent: true },
      // Buttons are shown on macOS alone; elsewhere Electron leaves them out.
      actions: actions.map(({ label }) => ({ type: 'button', text: label })),
    });
    const forget = () => {
      if (this.#shown.get(id) === notification) this.#shown.delete(id);
    };
    notification.on('click', () => {
      forget();
      open();
    });
    notification.on('action', (_event, at) => {
      forget();
      actions[at]?.run();
    });
    notification.on('close', forget);
    this.#shown.set(id, notification);
    notification.show();
  }

  close(id: string): void {
    const notification = this.#shown.get(id);
    this.#shown.delete(id);
    notification?.close();
  }
}
