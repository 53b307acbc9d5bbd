import type { PowerMonitor } from 'electron';
import type { PowerSource } from '@core/ports/power-source';

/** What of Electron's power monitor is needed. */
export type PowerEvents = Pick<PowerMonitor, 'isOnBatteryPower' | 'on'>;

/** The power of this computer, as the system tells it. */
export function systemPower(monitor: PowerEvents): PowerSource {
  return {
    isOnBattery: () => monitor.isOnBatteryPower(),
    subscribe: (listener) => {
      monitor.on('on-battery', listener);
      monitor.on('on-ac', listener);
    },
  };
}
