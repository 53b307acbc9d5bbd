import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** The settings from their beginning, and what they say of the service profile. */
export async function shootSettings(page: PageDriver, camera: Camera): Promise<void> {
  await page.go('/settings');
  await page.until('the settings', `document.querySelector('main .skeleton') === null`);
  await camera.picture('settings-light');
  await camera.inTheDark(() => camera.picture('settings-dark'));
  await camera.inPortuguese(() => camera.picture('settings-pt-BR'));
  await camera.inSmall(() => camera.picture('settings-900x600'));
  await page.show('Service profile');
  await camera.picture('service-profile-light');
  await camera.inTheDark(() => camera.picture('service-profile-dark'));
}
