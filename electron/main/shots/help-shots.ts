import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** What explains the app: its help, a diagnosis once every check is over, and the licenses. */
export async function shootHelp(page: PageDriver, camera: Camera): Promise<void> {
  if (camera.wants('help')) {
    await page.go('/help');
    await page.until('an article', `document.querySelector('main h2') !== null`);
    await camera.everyLook('help');
  }
  if (camera.wants('diagnose')) {
    await page.go('/diagnose');
    await page.until(
      'the end of the checks',
      `document.querySelector('main li[aria-busy=false]') !== null &&
        document.querySelector('main li[aria-busy=true]') === null`,
    );
    await camera.everyLook('diagnose');
  }
  if (!camera.wants('licenses')) return;
  await page.go('/licenses');
  await page.until(
    'the licenses',
    `location.hash === '#/licenses' && document.querySelector('main .skeleton') === null`,
  );
  await camera.everyLook('licenses');
}
