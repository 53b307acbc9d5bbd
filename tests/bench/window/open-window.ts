import path from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';

/** A window that pages are measured in. */
export interface BenchWindow {
  page: Page;
  /** Seconds that the page's main thread has been at work so far. */
  busySeconds(): Promise<number>;
  /** Seconds that all processes together have been at work so far. */
  cpuSeconds(): Promise<number>;
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

/** Machines of benchmarks have no graphics card: without the second switch there is no WebGL. */
const switches = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--enable-unsafe-swiftshader',
];

async function inElectron(): Promise<BenchWindow> {
  const executablePath = process.env['FLEETDESK_ELECTRON'] ?? '';
  // Bundled, this program lies elsewhere than its source.
  const program = path.resolve('tests/bench/window/window.mjs');
  const app = await _electron.launch({ executablePath, args: [...switches, program] });
  const page = await app.firstWindow();
  const versions = await app.evaluate(() => process.versions);
  return {
    ...(await measured(page)),
    cpuSeconds: () =>
      app.evaluate(({ app: main }) =>
        main.getAppMetrics().reduce((sum, { cpu }) => sum + (cpu.cumulativeCPUUsage ?? 0), 0),
      ),
    browser: `Electron ${versions['electron'] ?? ''}, Chromium ${versions['chrome'] ?? ''}`,
    close: () => app.close(),
  };
}

async function inChromium(executablePath: string): Promise<BenchWindow> {
  const browser = await chromium.launch({ executablePath, args: switches });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const devTools = await browser.newBrowserCDPSession();
  return {
    ...(await measured(page)),
    cpuSeconds: async () => {
      const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
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
