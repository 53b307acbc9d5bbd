import { spawn } from 'node:child_process';
import { commandLine, expect, test } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';

/** Starts Fleetdesk a second time, as the system does with a link that a person clicked. */
async function clickLink(userData: string, link: string): Promise<void> {
  const second = spawn(electronExecutable(), commandLine(userData, [link]), {
    env: environment(),
    stdio: 'ignore',
  });
  await new Promise((resolve) => second.once('exit', resolve));
}

test('a link opens in the running app, waits for a sign-in, and is refused with a sentence', async ({
  launch,
}) => {
  const { app, page, userData } = await launch({ args: ['fleetdesk://vehicle/vvvvvvvvvvvvvvv'] });
  await app.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      said.push(message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  // Nobody is signed in yet: the link of the start waits.
  await page.getByRole('button', { name: 'Try the demo fleet' }).click();
  await expect(page.getByText('No such vehicle')).toBeVisible();

  await clickLink(userData, 'fleetdesk://user/uuuuuuuuuuuuuuu');
  await expect(page).toHaveURL(/#\/users\?record=u{15}/);

  await clickLink(userData, 'fleetdesk://vehicle/<img src=x>');
  const said = () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await expect.poll(said).toEqual(['This link can’t be opened']);
  await expect(page).toHaveURL(/#\/users\?record=u{15}/);
});
