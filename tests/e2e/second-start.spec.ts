import { spawn } from 'node:child_process';
import { expect, requestLog, test, unhurried } from './demo-service';
import { clockSwitch, commandLine } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';
import { endIn, runningIn } from './running-in';

test.skip(process.platform !== 'linux', 'Elsewhere nothing names the process of a folder.');

/** What a test leaves in main while it holds the end of the app back. */
interface Held {
  isHeld?: boolean;
  letEnd?: () => void;
}

let userData = '';

test.afterEach(async () => {
  endIn(userData, 'SIGTERM');
  await expect.poll(() => runningIn(userData)).toBeNull();
});

test('a second start amid the very end of the first is a start of its own', async ({
  serve,
  signedIn,
  clock,
}) => {
  const demo = await serve({ vehicles: 8, testControl: true });
  const first = await signedIn(demo, { perMinute: unhurried });
  ({ userData } = first);
  await expect(first.page.getByRole('option')).toHaveCount(8);
  const ending = first.app.process().pid;
  // Store, session and log are closed by then, and the process is still there to be asked.
  await first.app.evaluate(({ app }) => {
    const held = globalThis as Held;
    let endings = 0;
    let mayEnd = false;
    app.on('will-quit', (event) => {
      endings += 1;
      if (mayEnd || endings === 1) return;
      event.preventDefault();
      held.isHeld = true;
    });
    held.letEnd = () => {
      mayEnd = true;
      setImmediate(() => {
        app.quit();
      });
    };
    setImmediate(() => {
      app.quit();
    });
  });
  const isHeld = () => first.app.evaluate(() => (globalThis as Held).isHeld === true);
  await expect.poll(isHeld).toBe(true);
  expect(runningIn(userData)).toBe(ending);

  const second = spawn(electronExecutable(), commandLine(userData, [clockSwitch(clock)]), {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  expect(said).toContain('Fleetdesk is already running.');
  await first.app.evaluate(() => (globalThis as Held).letEnd?.()).catch(() => undefined);
  await expect.poll(first.isRunning).toBe(false);
  const asked = async () => (await requestLog(demo)).length;
  const before = await asked();

  await expect.poll(() => runningIn(userData), { timeout: 60_000 }).not.toBeNull();
  expect(runningIn(userData)).not.toBe(ending);
  // Signed in as before, it looks at the vehicles.
  await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(before);
});
