/*
 * Entry of `npm run dev:mocked` alone (tests/mocked.vite.config.ts puts it before the page's own
 * script): the way to a main process that runs beside the Vite server, where the preload script
 * would be. The address chooses what to look at, as in `index.html?state=offline&theme=dark`.
 */
import type { PreloadApi } from '@contract/bridge';
import { channelNames } from '@contract/channel-names';
import {
  mockedMainEvent,
  packMessage,
  unpackMessage,
  type FromMockedMain,
  type ToMockedMain,
} from './wire';

const socket = import.meta.hot;
if (!socket) throw new Error('Only the development server has a mocked main process.');

const { pathname, search } = window.location;
const waiting = new Map<number, (answer: never) => void>();
const listeners = new Set<Parameters<PreloadApi['onEvent']>[0]>();
let last = 0;

function send(message: ToMockedMain): void {
  socket?.send(mockedMainEvent, packMessage(message));
}

function invoke(channel: string, input?: unknown, callId?: number): Promise<never> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ kind: 'call', id, channel, input, callId });
  });
}

socket.on(mockedMainEvent, (text: string) => {
  const message = unpackMessage(text) as FromMockedMain;
  if (message.kind === 'event') {
    for (const listener of [...listeners]) listener(message.message as never);
  } else if (message.kind === 'show') {
    window.location.href = `./${message.page}.html${search}`;
  } else {
    waiting.get(message.id)?.(message.answer as never);
    waiting.delete(message.id);
  }
});

send({ kind: 'open', page: pathname.endsWith('sign-in.html') ? 'sign-in' : 'index', search });

const calls = Object.entries(channelNames).map(([namespace, verbs]) => [
  namespace,
  Object.fromEntries(
    verbs.map((verb) => [
      verb,
      // A browser tells the name of a dropped file alone.
      (input?: unknown, callId?: number) =>
        invoke(`${namespace}.${verb}`, input instanceof File ? input.name : input, callId),
    ]),
  ),
]);

Object.defineProperty(window, 'fleetdesk', {
  value: {
    ...Object.fromEntries(calls),
    cancel(callId: number) {
      send({ kind: 'cancel', callId });
    },
    onEvent(listener: Parameters<PreloadApi['onEvent']>[0]) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
});
