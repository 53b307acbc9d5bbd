import type { Page } from '@playwright/test';

interface Hooks {
  clipped(): Promise<string[]>;
}

/** Words that are cut without a sign of it, and controls that cover each other. */
export function clippedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { __fleetdesk: Hooks }).__fleetdesk.clipped());
}
