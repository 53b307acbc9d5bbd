import type { PreloadApi } from '@contract/bridge';
import { connectBridge, type Bridge } from './bridge';

export type { Bridge } from './bridge';
export type { TopicListener } from './subscription';

declare global {
  interface Window {
    /** Put there by the preload script; read here and nowhere else. */
    readonly fleetdesk?: PreloadApi;
  }
}

let installed: Bridge | undefined;

/** The bridge to main. */
export function useBridge(): Bridge {
  if (installed) return installed;
  if (!window.fleetdesk) throw new Error('The preload script did not run: there is no bridge.');
  installed = connectBridge(window.fleetdesk);
  return installed;
}

/** Puts another bridge in place; component tests pass that of a main in memory. */
export function installBridge(bridge: Bridge): void {
  installed = bridge;
}
