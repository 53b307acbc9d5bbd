import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadApi } from '@contract/bridge';
import { bridgeKey, channelNames, eventChannel } from '@contract/channel-names';

/** One function a channel; what goes in and out is typed by the contract, checked by main. */
function makeCalls(): Record<string, Record<string, (input?: unknown) => Promise<unknown>>> {
  return Object.fromEntries(
    Object.entries(channelNames).map(([namespace, verbs]) => [
      namespace,
      Object.fromEntries(
        verbs.map((verb) => [
          verb,
          (input?: unknown) => ipcRenderer.invoke(`${namespace}.${verb}`, input),
        ]),
      ),
    ]),
  );
}

const onEvent: PreloadApi['onEvent'] = (listener) => {
  // The page gets the message alone; the event would hand it a sender.
  const pass = (_event: unknown, message: Parameters<typeof listener>[0]) => {
    listener(message);
  };
  ipcRenderer.on(eventChannel, pass);
  return () => {
    ipcRenderer.off(eventChannel, pass);
  };
};

contextBridge.exposeInMainWorld(bridgeKey, { ...makeCalls(), onEvent });
