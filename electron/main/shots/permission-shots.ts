import type { Verb } from '@contract/capabilities';
import type { Capabilities } from '@core/capabilities/capabilities';
import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

const refused: readonly Verb[] = ['create', 'update', 'delete'];

/**
 * Actions that are switched off, with the reason: what this service offers to nobody
 * (`not-offered`), and what it refuses to this user (`refused`), as its answers would teach it.
 */
export async function shootPermissions(
  page: PageDriver,
  camera: Camera,
  capabilities: Capabilities,
  vehicleId: string,
): Promise<void> {
  if (camera.wants('not-offered')) {
    await page.go('/chips');
    await page.showTip('New chip');
    await camera.everyLook('not-offered');
  }
  if (!camera.wants('refused')) return;
  for (const verb of refused) {
    const call = { verb: { resource: 'vehicles', verb } };
    // One record may be refused for itself; two are the verb.
    const inputs = verb === 'create' ? [{}] : [{ id: vehicleId }, { id: 'another' }];
    for (const input of inputs) capabilities.refused({ ...call, input });
  }
  try {
    await page.go(`/vehicles?record=${vehicleId}`);
    await page.until('the record', `document.querySelector('[role=tabpanel]') !== null`);
    await page.showTip('New vehicle');
    await camera.everyLook('refused');
  } finally {
    for (const verb of refused) capabilities.tryAgain({ resource: 'vehicles', verb });
  }
}
