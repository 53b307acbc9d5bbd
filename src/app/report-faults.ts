import type { App } from 'vue';
import { longestFault, type PageFault } from '@contract/journal';
import { useBridge } from '@/bridge';

/** What a page reports at most in its life: main drops what comes too fast, this spares the way. */
const mostReports = 200;

/** A browser tells of these without harm: a layout took two rounds. */
const harmless = /^ResizeObserver loop/;

let reports = 0;

/** Hands a fault of this page to main, for the log and the list of the last faults. */
export function reportPageFault(noticedBy: PageFault['noticedBy'], fault: unknown): void {
  if (reports >= mostReports) return;
  reports += 1;
  const error = fault instanceof Error ? fault : null;
  // What is thrown in place of an error may be a record of the service.
  const message = error?.message ?? (typeof fault === 'string' ? fault : `a ${typeof fault}`);
  void useBridge().journal.reportFault({
    noticedBy,
    message: message.slice(0, longestFault.message),
    stack: (error?.stack ?? '').slice(0, longestFault.stack),
  });
}

/** Reports what no part of the page catches: errors of the window, of promises and of components. */
export function reportFaultsOf(app: App): void {
  window.addEventListener('error', ({ error, message }) => {
    if (harmless.test(message)) return;
    reportPageFault('window', error ?? message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    reportPageFault('promise', reason);
  });
  app.config.errorHandler = (error) => {
    reportPageFault('component', error);
    // As without a handler: it is seen by a developer, and by tests.
    // eslint-disable-next-line no-console
    console.error(error);
  };
}
