import type { Page } from '@playwright/test';
import { auditor } from './auditor';
import { clippedOn } from './clipped';
import { expect, test, withServiceOrders } from './demo-service';
import { makeUserData } from './fleetdesk';
import { focusLostOn, vanishedOn } from './forced-colors';
import { openVehicles, rows } from './lists';

async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, route);
}

/** Animations that run although the person wants none. */
function movingOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => {
        const { duration } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && typeof duration === 'number' && duration > 0;
      })
      .map((animation) =>
        'animationName' in animation ? String(animation.animationName) : 'a transition',
      ),
  );
}

/**
 * What forced colours would hide, as bad CSS leaves it: two opposite states that look alike, a
 * control with nothing to see, and none of them with a mark of the focus. Answers what ends it.
 */
async function plantFaults(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const [around, inside] = [document.createElement('div'), document.createElement('div')];
    const faulty = [
      ['pressed', 'aria-pressed', 'true'],
      ['not so', 'aria-pressed', 'false'],
      ['', 'aria-label', 'blank'],
    ] as const;
    const made = faulty.map(([words, name, value]) => {
      const button = document.createElement('button');
      button.textContent = words;
      button.setAttribute(name, value);
      return button;
    });
    for (const each of [around, inside, ...made]) {
      each.style.cssText = 'all: unset; forced-color-adjust: none; outline: none !important';
    }
    for (const button of made) {
      Object.assign(button.style, { display: 'inline-block', width: '40px', height: '20px' });
    }
    inside.append(...made);
    around.append(inside);
    around.id = 'planted';
    document.body.append(around);
  });
  return () =>
    page.evaluate(() => {
      document.getElementById('planted')?.remove();
      document.body.inert = false;
    });
}

test('axe finds no fault on the sign-in page', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const audit = await auditor(page);
  await audit.look('sign-in');
  expect(audit.faults).toEqual({});
});

/** Screens that are looked at in the invented long language, zoomed, and in forced colors. */
const routes = [
  ...['/map', '/replay', '/zones', '/vehicles', '/devices', '/users', '/outbox', '/alerts'],
  ...['/alerts?tab=rules', '/alerts?tab=visits', '/settings', '/settings/network', '/help'],
  ...['/settings/privacy', '/settings/profile', '/diagnose'],
];

/** Sections of the settings; that of the administrator is there only where there is a file. */
const sections = [
  ...(['appearance', 'startup', 'alerts', 'map', 'limits', 'connection', 'network'] as const),
  ...(['data', 'privacy', 'profile', 'about'] as const),
] as const;

/** Lists and the names of their tables. */
const lists = [
  ['devices', 'Devices'],
  ['chips', 'Chips'],
  ['users', 'Users'],
  ['roles', 'Roles'],
  ['enterprises', 'Enterprises'],
  // The service profile adds this one.
  ['serviceOrders', 'Service orders'],
] as const;

test('axe finds no fault on any screen, in any panel or dialog, light or dark', async ({
  serve,
  signedIn,
}) => {
  const demo = await serve({ vehicles: 12 });
  const userData = await makeUserData();
  const args = await withServiceOrders(demo, userData);
  const { app, page } = await signedIn(demo, { userData, args });
  const audit = await auditor(page);
  await expect(page.getByRole('option').first()).toBeVisible();
  await audit.look('map');
  await page.getByRole('option').first().click();
  const card = page.getByRole('region', { name: 'Vehicle details' });
  await expect(card.getByRole('button', { name: 'Replay today' })).toBeVisible();
  await audit.look('map with card');
  await card.getByRole('button', { name: 'Replay today' }).click();
  await page.getByRole('button', { name: 'Previous day with data' }).click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Drive');
  await audit.look('replay');
  const [, replay = ''] = page.url().split('#');

  for (const [list, table] of lists) {
    await go(page, `/${list}`);
    const shown = page.getByRole('grid', { name: table, exact: true });
    const first = shown.locator('[role=rowgroup] [role=row]').first();
    await expect(first).not.toBeEmpty();
    await expect(first.locator('.skeleton')).toHaveCount(0);
    await audit.look(list);
    await first.click();
    await expect(
      page.getByRole('region', { name: `${table.slice(0, -1)} details` }).getByRole('tabpanel'),
    ).toBeVisible();
    await audit.look(`${list}, details`);
  }
  await openVehicles(page, 12);
  await audit.look('vehicles');
  await rows(page).first().click();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await audit.look(`vehicles, ${await tab.innerText()}`);
  }
  const details = page.getByRole('region', { name: 'Vehicle details' });
  await details.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await audit.look('menu of a vehicle', { isMenu: true });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit.look('delete dialog');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('region', { name: 'New vehicle' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await audit.look('new vehicle with errors');
  await page.keyboard.press('Escape');

  await go(page, '/alerts');
  await expect(page.getByRole('main')).toContainText('No rules yet');
  await audit.look('alerts');
  await go(page, '/alerts?tab=rules');
  await expect(page.getByRole('button', { name: 'New rule' }).first()).toBeVisible();
  await audit.look('alert rules');
  await page.getByRole('button', { name: 'New rule' }).first().click();
  await page.getByRole('menuitem', { name: 'No reports' }).click();
  await expect(page.getByRole('region', { name: 'Rule', exact: true })).toBeVisible();
  await audit.look('new alert rule');
  await go(page, '/alerts?tab=visits');
  await expect(page.getByRole('main')).toContainText('No zone visits');
  await audit.look('zone visits');
  await go(page, '/zones');
  await expect(page.getByRole('main')).toContainText('No zones yet');
  await audit.look('zones');
  await go(page, '/map');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('region', { name: 'Vehicles on the map' })).toBeVisible();
  await audit.look('table of the map');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.getByRole('main')).toContainText('What the marks mean');
  await audit.look('help');

  await go(page, '/outbox');
  await expect(page.getByRole('main')).toContainText('Everything is sent');
  await audit.look('outbox');
  await go(page, '/outbox?tab=deleted');
  await expect(page.getByRole('main')).toContainText('Nothing was deleted here');
  await audit.look('recently deleted');
  await go(page, '/settings');
  await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible();
  // One long page: what is far down is looked at where it is in view.
  for (const section of sections) {
    await go(page, `/settings/${section}`);
    await expect(page.locator(`[data-section=${section}]`)).toBeInViewport();
    await audit.look(`settings, ${section}`);
  }
  await go(page, '/settings/profile');
  await page.getByRole('button', { name: 'Edit…', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit the service profile' })).toBeVisible();
  await audit.look('service profile form');
  await page.keyboard.press('Escape');
  await go(page, '/diagnose');
  await expect(page.getByText('Fleetdesk can write to its folder.')).toBeVisible();
  await audit.look('diagnose');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('a');
  await expect(page.getByRole('group', { name: 'Vehicles' })).toBeVisible();
  await audit.look('palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await audit.look('keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Connection / }).click();
  await audit.look('connection menu');
  await page.keyboard.press('Escape');

  // The same start serves to look for words without room: in a long language, in a small window.
  await page.evaluate(() => {
    (window as unknown as { __fleetdesk: { pseudo(isOn: boolean): void } }).__fleetdesk.pseudo(
      true,
    );
  });
  const faults: Record<string, string[]> = {};
  const lookFor = async (look: string, find: (page: Page) => Promise<string[]>) => {
    for (const route of [...routes, replay]) {
      await go(page, route);
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      const found = await find(page);
      if (found.length > 0) faults[`${route}, ${look}`] = found;
    }
  };
  await expect(page.locator('h1')).toContainText('[!!!');
  await lookFor('long words', clippedOn);
  await page.locator('h1').evaluate((heading: HTMLElement) => {
    heading.style.cssText = 'width: 20px; overflow: hidden; text-overflow: clip';
  });
  expect(await clippedOn(page)).toHaveLength(1);
  await page.locator('h1').evaluate((heading: HTMLElement) => {
    heading.style.cssText = '';
  });
  await page.evaluate(() => {
    (window as unknown as { __fleetdesk: { pseudo(isOn: boolean): void } }).__fleetdesk.pseudo(
      false,
    );
  });
  const zoom = (factor: number) =>
    app.evaluate(({ BrowserWindow }, to) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(to);
    }, factor);
  await zoom(2);
  await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(2);
  await lookFor('200 % zoom', clippedOn);
  await zoom(1);

  // And to look for what forced colors hide, and for what moves though nothing is to move.
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await lookFor('forced colors, reduced motion', async (shown) => [
    ...(await movingOn(shown)),
    ...(await vanishedOn(shown)),
    ...(await focusLostOn(shown, 12)),
  ]);
  expect(faults).toEqual({});
  const takeAway = await plantFaults(page);
  expect(await vanishedOn(page)).toEqual(
    expect.arrayContaining(['as its like: button. "pressed"', 'nothing to see: button. "blank"']),
  );
  await page.getByRole('button', { name: 'pressed', exact: true }).focus();
  expect(await focusLostOn(page, 1)).toEqual(['no focus to see: button "not so"']);
  await page.evaluate(() => {
    document.body.inert = true;
  });
  expect(await focusLostOn(page, 2)).toEqual(['no control took the focus']);
  await takeAway();
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: /^Connection / }).click();
  await page.getByText('Sign out…').click();
  await expect(page.getByRole('dialog', { name: /^Sign out/ })).toBeVisible();
  await audit.look('sign-out dialog');
  expect(audit.faults).toEqual({});
});
