import type { IpcMain } from 'electron';
import type { PreloadApi } from '@contract/bridge';
import { cancelChannel, channelNames, eventChannel } from '@contract/channel-names';
import type { Result } from '@contract/errors';
import type { TopicMessage, TopicName } from '@contract/events';
import type { Listener } from '@main/ipc/events';

/** The only window. */
export const WINDOW_ID = 1;

type Handle = Parameters<IpcMain['handle']>[1];
type Hear = (message: TopicMessage<TopicName>) => void;

/**
 * Electron's IPC in one process. What crosses is copied as there, so that what can't be copied,
 * such as a reactive object, fails here as well.
 */
export class InProcessIpc {
  readonly #handlers = new Map<string, Handle>();
  readonly #heard = new Set<Hear>();
  #cancel: (callId: number) => void = () => undefined;
  /** Calls that came and calls that were answered. */
  activity = 0;
  /** Calls that are not answered yet. */
  underWay = 0;

  /** What the registrar takes for `ipcMain`. */
  readonly main: Pick<IpcMain, 'handle' | 'on'> = {
    handle: (channel, handler) => {
      this.#handlers.set(channel, handler);
    },
    on: (channel, listener) => {
      if (channel !== cancelChannel) throw new Error(`Nothing is sent on ${channel}.`);
      this.#cancel = (callId) => {
        listener(sender as never, callId);
      };
      return this.main as IpcMain;
    },
  };

  /** The page, as main sees it. */
  readonly listener: Listener = {
    id: WINDOW_ID,
    isDestroyed: () => false,
    send: (channel: string, message: TopicMessage<TopicName>) => {
      if (channel !== eventChannel) return;
      const copy = structuredClone(message);
      for (const hear of [...this.#heard]) hear(copy);
    },
  };

  /** Makes a call as the preload does. */
  async invoke(channel: string, input?: unknown, callId?: number): Promise<Result<unknown>> {
    const handle = this.#handlers.get(channel);
    if (handle === undefined) throw new Error(`No handler is registered for ${channel}.`);
    this.activity += 1;
    this.underWay += 1;
    try {
      const answer: unknown = await handle(sender as never, structuredClone(input), callId);
      return structuredClone(answer) as Result<unknown>;
    } finally {
      this.activity += 1;
      this.underWay -= 1;
    }
  }

  cancel(callId: number): void {
    this.#cancel(callId);
  }

  onEvent(hear: Hear): () => void {
    this.#heard.add(hear);
    return () => {
      this.#heard.delete(hear);
    };
  }
}

const sender = { sender: { id: WINDOW_ID }, senderFrame: null };

/** The ways to main that a preload API is made of. */
export interface Wire {
  invoke(channel: string, input?: unknown, callId?: number): Promise<Result<unknown>>;
  cancel(callId: number): void;
  onEvent(hear: Hear): () => void;
}

/** A file that a test drops is called by its path. */
function pathOfFile(input: unknown): unknown {
  return input instanceof File ? input.name : input;
}

/** The preload's API on top of a wire. */
export function preloadOn(wire: Wire): PreloadApi {
  const calls = Object.fromEntries(
    Object.entries(channelNames).map(([namespace, verbs]) => [
      namespace,
      Object.fromEntries(
        verbs.map((verb) => [
          verb,
          (input?: unknown, callId?: number) =>
            wire.invoke(`${namespace}.${verb}`, pathOfFile(input), callId),
        ]),
      ),
    ]),
  );
  return {
    ...calls,
    cancel: (callId) => {
      wire.cancel(callId);
    },
    onEvent: (hear) => wire.onEvent(hear),
  } as PreloadApi;
}
