import type { PowerMonitor } from 'electron';

/** What of Electron's power monitor is needed. */
type Waking = Pick<PowerMonitor, 'on'>;

/**
 * Tells that the computer is back: out of its sleep, or from behind its lock, where the network and
 * the keychain may have been away as well.
 */
export function watchWaking(power: Waking, onBack: () => void): void {
  power.on('resume', onBack);
  power.on('unlock-screen', onBack);
}
