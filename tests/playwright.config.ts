import { defineConfig } from '@playwright/test';

/** Real Electron, one window at a time: the tests share one display and one keyring. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results/e2e',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Limits against hanging, wide enough for a busy two-core machine; no test measures time.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
