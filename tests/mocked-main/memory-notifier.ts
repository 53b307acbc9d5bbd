import type { Notice, Notifier } from '@core/ports/notifier';

/** Notifications that nobody sees but a test. */
export class MemoryNotifier implements Notifier {
  readonly isSupported = true;
  /** What is shown, by its id. */
  readonly shown = new Map<string, Notice>();

  show(notice: Notice): void {
    this.shown.set(notice.id, notice);
  }

  close(id: string): void {
    this.shown.delete(id);
  }
}
