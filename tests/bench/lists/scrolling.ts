import { buildPage } from '../window/build-page';
import { openWindow } from '../window/open-window';
import { servePage } from '../window/serve';
import { middle, round } from '../quantiles';

/** What the page of this benchmark offers. */
export interface ListsPage {
  /** Opens the list of so many vehicles; answers the milliseconds until its rows were drawn. */
  open(vehicles: number): Promise<number>;
  /** Watches for frames over 50 ms; the answer ends that and tells how long each was. */
  watch(): () => number[];
  /** Where the list is scrolled to, and its rows in sight: how many, and those not read yet. */
  place(): { top: number; rows: number; unread: number };
}

declare global {
  interface Window {
    listsBench: ListsPage;
    stopWatching(): number[];
  }
}

/** Wheel steps, down and then up: of a hand that looks, that seeks, and that flings. */
const HANDS = [
  { pixels: 120, steps: 100, pause: 30 },
  { pixels: 720, steps: 100, pause: 30 },
  { pixels: 4_800, steps: 50, pause: 30 },
  { pixels: -960, steps: 50, pause: 30 },
] as const;

/** What scrolling took. */
export interface Scrolled {
  /** Frames over 50 ms, of each round. */
  longFrames: number[];
  /** The longest frame, milliseconds; 0 where none took over 50. */
  longest: number;
  steps: number;
  /** Main-thread milliseconds of one step. */
  taskMsPerStep: number;
  /** Of the rows in sight after each step that part which was not read yet. */
  unreadPart: number;
  openMs: number;
  browser: string;
}

/** Scrolls the app's own list in a window, step by step, as a mouse wheel does. */
export async function scroll(vehicles: number, rounds: number): Promise<Scrolled> {
  const server = await servePage(await buildPage('lists'));
  const bench = await openWindow();
  const { page } = bench;
  const longFrames: number[] = [];
  const tasks: number[] = [];
  const opened: number[] = [];
  let longest = 0;
  const seen = { rows: 0, unread: 0 };
  const steps = HANDS.reduce((sum, hand) => sum + hand.steps, 0);
  try {
    for (let index = 0; index < rounds; index += 1) {
      await page.goto(server.url);
      opened.push(await page.evaluate((count) => window.listsBench.open(count), vehicles));
      await page.mouse.move(640, 400);
      await page.waitForTimeout(500);
      await page.evaluate(() => {
        window.stopWatching = window.listsBench.watch();
      });
      const before = await bench.busySeconds();
      for (const { pixels, steps, pause } of HANDS) {
        for (let step = 0; step < steps; step += 1) {
          await page.mouse.wheel(0, pixels);
          await page.waitForTimeout(pause);
          if (step % 10 !== 9) continue;
          const { rows, unread, top } = await page.evaluate(() => window.listsBench.place());
          if (rows === 0 || top === 0) throw new Error('The list did not scroll.');
          seen.rows += rows;
          seen.unread += unread;
        }
      }
      tasks.push(((await bench.busySeconds()) - before) * 1_000);
      const long = await page.evaluate(() => window.stopWatching());
      longFrames.push(long.length);
      longest = Math.max(longest, ...long);
      console.error(
        `scrolling, round ${index + 1}: ${long.length} long frames in ${steps} steps, ` +
          `${((tasks.at(-1) ?? 0) / steps).toFixed(1)} ms of the main thread each`,
      );
    }
  } finally {
    await bench.close();
    server.close();
  }
  return {
    longFrames,
    longest: round(longest),
    steps,
    taskMsPerStep: round(middle(tasks) / steps),
    unreadPart: round(seen.unread / seen.rows),
    openMs: round(middle(opened)),
    browser: bench.browser,
  };
}
