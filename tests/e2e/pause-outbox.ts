import type { Page } from '@playwright/test';

/**
 * Has nothing sent, or all of it again. Meanwhile an undo is in time even where the ten seconds of a
 * change are over, as on a machine that has much to do.
 */
export async function pauseOutbox(page: Page, isWanted: boolean): Promise<void> {
  await page.evaluate((wanted) => {
    const { outbox } = (
      window as unknown as { fleetdesk: { outbox: { pause(isWanted: boolean): Promise<unknown> } } }
    ).fleetdesk;
    return outbox.pause(wanted);
  }, isWanted);
}
