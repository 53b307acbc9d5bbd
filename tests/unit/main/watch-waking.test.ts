import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { expect, it } from 'vitest';
import { watchWaking } from '@main/watch-waking';

it('a computer is back after its sleep and from behind its lock, not as either begins', () => {
  const power = new EventEmitter();
  const heard: string[] = [];
  let event = '';
  watchWaking(power as unknown as PowerMonitor, () => heard.push(event));
  for (event of ['suspend', 'resume', 'lock-screen', 'unlock-screen']) power.emit(event);
  expect(heard).toEqual(['resume', 'unlock-screen']);
});
