import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron';
import type { CallId, PreloadApi } from '@contract/bridge';
import {
  bridgeKey,
  cancelChannel,
  channelNames,
  eventChannel,
  fileChannels,
  giveBackChannel,
} from '@contract/channel-names';

/** One function a channel; what goes in and out is typed by the contract, checked by main. */
function makeCalls() {
  return Object.fromEntries(
    Object.entries(channelNames).map(([namespace, verbs]) => [
      namespace,
      Object.fromEntries(
        verbs.map((verb) => [
          verb,
          (input?: unknown, callId?: CallId): Promise<unknown> => {
            const channel = `${namespace}.${verb}`;
            const sent = takesFile(channel) ? webUtils.getPathForFile(input as File) : input;
            return ipcRenderer.invoke(channel, sent, callId);
          },
        ]),
      ),
    ]),
  );
}

/** Electron refuses here what is no `File`, such as a path that a page made up. */
function takesFile(channel: string): boolean {
  return (fileChannels as readonly string[]).includes(channel);
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

const cancel: PreloadApi['cancel'] = (callId) => {
  ipcRenderer.send(cancelChannel, callId);
};

/**
 * Marks the look on the page's root as soon as that is there: the first picture is drawn before any
 * script of the page runs. The settings' look is that of the system here, since main sets it so.
 */
function markLook(): void {
  const root = document.documentElement as HTMLElement | null;
  if (root === null) return;
  looking.disconnect();
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset['theme'] ??= isDark ? 'dark' : 'light';
}

const looking = new MutationObserver(markLook);
looking.observe(document, { childList: true });
markLook();

// The page itself can't ask for that.
ipcRenderer.on(giveBackChannel, () => {
  webFrame.clearCache();
});

contextBridge.exposeInMainWorld(bridgeKey, { ...makeCalls(), cancel, onEvent });
