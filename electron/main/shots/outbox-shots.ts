import type { Camera } from './camera';
import type { LeftOver } from './office-day';
import type { PageDriver } from './page-driver';

/** The outbox and what was deleted lately; of a real fleet as they are. */
export async function shootOutbox(
  page: PageDriver,
  camera: Camera,
  leftOver: LeftOver | null,
): Promise<void> {
  await openOutbox(page, leftOver);
  await camera.everyLook('outbox');
  await page.go('/outbox?tab=deleted');
  await page.until('what was deleted', `location.hash.includes('tab=deleted')`);
  if (leftOver !== null) await page.choose(leftOver.deleted);
  await camera.everyLook('deleted');
}

async function openOutbox(page: PageDriver, leftOver: LeftOver | null): Promise<void> {
  await page.go(leftOver === null ? '/outbox' : `/outbox?entry=${leftOver.conflict.id}`);
  await page.until('the outbox', `document.querySelector('section[aria-label="Outbox"]') !== null`);
  if (leftOver === null) return;
  await page.until(
    'the change',
    `document.querySelector('[role=option][aria-selected=true]') !== null`,
  );
}
