import type { AskedScreen } from '@contract/desktop';
import type { Desktop } from './desktop';

/** The windows that what is asked for can be shown in. */
export interface AskedWindows {
  /** Shows an address in the window of its screen; false where it has none of its own. */
  show(address: string): boolean;
  /** Brings the main window to the front. */
  focus(): void;
}

/** Brings what a person asked for to the front: alerts in their own window, all else in the main one. */
export function showAsked(
  desktop: Pick<Desktop, 'onAsked' | 'takeAsked'>,
  windows: AskedWindows,
): () => void {
  return desktop.onAsked((asked) => {
    // The main window goes nowhere then.
    if (asked.screen === 'alerts' && windows.show(addressOf(asked))) desktop.takeAsked();
    else windows.focus();
  });
}

function addressOf({ alertId }: Extract<AskedScreen, { screen: 'alerts' }>): string {
  return alertId === null ? '/alerts' : `/alerts?alert=${encodeURIComponent(alertId)}`;
}
