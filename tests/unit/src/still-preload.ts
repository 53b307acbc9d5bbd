import type { PreloadApi } from '@contract/bridge';
import { preloadOn } from '../../mocked-main/ipc';

/** A main that answers no call and tells nothing: a test puts its own answers in that place. */
export function stillPreload(): PreloadApi {
  return preloadOn({
    invoke: () => new Promise(() => undefined),
    cancel: () => undefined,
    onEvent: () => () => undefined,
  });
}
