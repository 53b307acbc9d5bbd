import path from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';

/** A window that pages are measured in. */
export interface BenchWindow {
  page: Page;
  /** Seconds that the page's main thread has been at work so far. */
  busySeconds(): Promise<number>;
  /** Name and version of what runs it. */
  browser: string;
  close(): Promise<void>;
}

/**
 * Opens a window of 1280 × 800 in the Electron that the launcher prepared, or in a Chromium that
 * FLEETDESK_CHROMIUM names.
 */
export async function openWindow(): Promise<BenchWindow> {
  const named = process.env['FLEETDESK_CHROMIUM'];
  return named === undefined ? inElectron() : inChromium(named);
}

const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

async function inElectron(): Promise<BenchWindow> {
  const executablePath = process.env['FLEETDESK_ELECTRON'] ?? '';
  // Bundled, this program lies elsewhere than its source.
  const program = path.resolve('tests/bench/window/window.mjs');
  const app = await _electron.launch({ executablePath, args: [...noSandbox, program] });
  const page = await app.firstWindow();
  const versions = await app.evaluate(() => process.versions);
  return {
    ...(await measured(page)),
    browser: `Electron ${versions['electron'] ?? ''}, Chromium ${versions['chrome'] ?? ''}`,
    close: () => app.close(),
  };
}

async function inChromium(executablePath: string): Promise<BenchWindow> {
  const browser = await chromium.launch({ executablePath, args: noSandbox });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  return {
    ...(await measured(page)),
    browser: `Chromium ${browser.version()}`,
    close: () => browser.close(),
  };
}

async function measured(page: Page): Promise<Pick<BenchWindow, 'page' | 'busySeconds'>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    busySeconds: async () => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    },
  };
}
