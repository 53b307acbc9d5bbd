import type { App, PowerMonitor } from 'electron';
import { reportFault } from '@core/faults';
import type { CrashBook } from '@core/logging/crash-book';

/** Helpers of Chromium are ended when nobody needs them: that is no crash. */
const inOrder = new Set(['clean-exit', 'killed']);

/**
 * Keeps a report of every process of the app that crashes, and of pages that hang. That the system
 * shuts down or logs the person off is no crash.
 */
export function watchCrashes(
  app: Pick<App, 'on'>,
  crashes: Pick<CrashBook, 'add' | 'end'>,
  power: Pick<PowerMonitor, 'on'>,
): void {
  const end = () => {
    crashes.end().catch((fault: unknown) => {
      reportFault('the mark of a running app could not be taken away', fault);
    });
  };
  // Linux and macOS; windows hear of it on Windows, where nothing else comes before the end.
  power.on('shutdown', end);
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') crashes.add('page', reason, exitCode);
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (inOrder.has(reason)) return;
    crashes.add(type === 'GPU' ? 'graphics' : 'helper', reason, exitCode);
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('unresponsive', () => {
      crashes.add('page', 'hung');
    });
    // At the question already: after the answer there may be no time to reach the disk.
    window.on('query-session-end', end);
    window.on('session-end', end);
  });
  process.on('uncaughtExceptionMonitor', (fault) => {
    reportFault('nothing caught a fault in main', fault);
    crashes.add('main', 'uncaught exception');
  });
  process.on('unhandledRejection', (fault) => {
    reportFault('nobody waited for a promise that was rejected', fault);
  });
}
