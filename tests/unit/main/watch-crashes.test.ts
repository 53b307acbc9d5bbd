import { EventEmitter } from 'node:events';
import type { App, PowerMonitor } from 'electron';
import { expect, it, vi } from 'vitest';
import { watchCrashes } from '@main/watch-crashes';

function watched() {
  // This process has listeners of its own.
  vi.spyOn(process, 'on').mockReturnThis();
  const app = new EventEmitter();
  const power = new EventEmitter();
  const window = new EventEmitter();
  const crashes = { add: vi.fn(), end: vi.fn(() => Promise.resolve()) };
  watchCrashes(app as unknown as App, crashes, power as unknown as PowerMonitor);
  app.emit('browser-window-created', {}, window);
  return { app, power, window, crashes };
}

it.each(['query-session-end', 'session-end'])(
  'a log-off or shutdown of Windows is no crash (%s)',
  (event) => {
    const { window, crashes } = watched();
    expect(crashes.end).not.toHaveBeenCalled();
    window.emit(event, {});
    expect(crashes.end).toHaveBeenCalledOnce();
    expect(crashes.add).not.toHaveBeenCalled();
  },
);

it('a shutdown of Linux or macOS is no crash', () => {
  const { power, crashes } = watched();
  power.emit('shutdown');
  expect(crashes.end).toHaveBeenCalledOnce();
});

it('a page that hangs is kept as a report', () => {
  const { window, crashes } = watched();
  window.emit('unresponsive');
  expect(crashes.add).toHaveBeenCalledExactlyOnceWith('page', 'hung');
});
