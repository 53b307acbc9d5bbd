import type { Page } from '@playwright/test';

/**
 * Pauses the outbox, or lets it go on. While it is paused, an undo is in time even after the ten
 * seconds of a change: a busy machine may take longer.
 */
export async function pauseOutbox(page: Page, isWanted: boolean): Promise<void> {
  await page.evaluate((wanted) => {
    const { outbox } = (
      window as unknown as { fleetdesk: { outbox: { pause(isWanted: boolean): Promise<unknown> } } }
    ).fleetdesk;
    return outbox.pause(wanted);
  }, isWanted);
}
