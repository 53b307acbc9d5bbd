import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

/** Packages, as people get them: one at a time, on one display and one keyring. */
export default defineConfig(shared, { testDir: './package', outputDir: '../test-results/package' });
