import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** The settings from their beginning, and what they say of the service profile. */
export async function shootSettings(page: PageDriver, camera: Camera): Promise<void> {
  if (!camera.wants('settings', 'service-profile')) return;
  await page.go('/settings');
  await page.until('the settings', `document.querySelector('main .skeleton') === null`);
  await camera.everyLook('settings');
  await page.show('Service profile');
  await camera.everyLook('service-profile');
}
