import type { IpcMain, IpcMainInvokeEvent } from 'electron';

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/**
 * The calls of pages, which may load while main still builds what answers them: a call that comes
 * before waits for its handler.
 */
export class WaitingIpc implements Pick<IpcMain, 'handle' | 'on'> {
  readonly on: IpcMain['on'];
  readonly #handlers = new Map<string, Listener>();
  #open: () => void = () => undefined;

  constructor(ipc: Pick<IpcMain, 'handle' | 'on'>, channels: readonly string[]) {
    this.on = ipc.on.bind(ipc);
    const opened = new Promise<void>((resolve) => {
      this.#open = resolve;
    });
    for (const channel of channels) {
      ipc.handle(channel, async (event, ...args: unknown[]): Promise<unknown> => {
        await opened;
        const handler = this.#handlers.get(channel);
        if (handler === undefined) throw new Error(`Nobody answers ${channel}.`);
        return handler(event, ...args);
      });
    }
  }

  handle(channel: string, listener: Listener): void {
    this.#handlers.set(channel, listener);
  }

  /** All handlers are there: what waits is answered. */
  open(): void {
    this.#open();
  }
}
