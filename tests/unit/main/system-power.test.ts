import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { systemPower, type PowerEvents } from '@main/system-power';

it('asks the system whether it runs on its battery, and hears when that changes', () => {
  let onBattery = false;
  const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => onBattery });
  const power = systemPower(monitor as unknown as PowerEvents);
  const heard = vi.fn();
  power.subscribe(heard);
  expect(power.isOnBattery()).toBe(false);
  onBattery = true;
  monitor.emit('on-battery');
  expect(power.isOnBattery()).toBe(true);
  onBattery = false;
  monitor.emit('on-ac');
  expect(power.isOnBattery()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
});
