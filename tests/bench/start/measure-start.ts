import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { hasLoadedPage } from '../../loaded-page';
import { processesOf, textOf } from '../processes';

/** A start that shows nothing by then has failed, ms. */
const PATIENCE = 240_000;
/** How often a start is looked at, ms: often enough to tell, seldom enough not to matter. */
const LOOK_EVERY = 100;
/** The app's own page, or that of the bare window. */
const shown = /index\.html|^data:/;

/** What is started. */
export interface StartTerms {
  /** The program in Electron's terms: a folder or a file. */
  program: string;
  /** The app's data; it stays for the next start. */
  folder: string;
  /** Vehicles that the map shows once it is ready; none for a bare window. */
  vehicles: number;
  /** How long it runs on before its memory is measured, ms. */
  restFor: number;
  /** Measures something else of the process that came to rest; `look` tells of its page. */
  atRest?: (pid: number, look: <T>(script: () => T) => Promise<T>) => Promise<void>;
  /** The display that its window is on, as variables; that of this process where there is none. */
  display?: Readonly<Record<string, string>>;
}

/** What a start took, milliseconds from the start of the process, and megabytes. */
export interface Started {
  painted: number;
  ready: number;
  memoryMb: number;
  /** Name and version of what ran it. */
  browser: string;
}

/** Starts once, measures, and ends it. */
export async function measureStart(terms: StartTerms): Promise<Started> {
  const { program, folder, vehicles, restFor, atRest, display } = terms;
  const port = path.join(folder, 'DevToolsActivePort');
  rmSync(port, { force: true });
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const own = [`--user-data-dir=${folder}`, '--remote-debugging-port=0', '--lang=en'];
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const begun = Date.now();
  const child = spawn(process.env['FLEETDESK_ELECTRON'] ?? '', [program, ...root, ...own], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...display,
      TMPDIR: temporary,
      XDG_CONFIG_HOME: path.join(folder, 'configuration'),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const endpoint = await endpointOf(port, begun);
    const isLoaded = () => hasLoadedPage(endpoint, shown);
    await within(begun, 'a loaded page', async () => (await isLoaded()) || undefined);
    const browser = await chromium.connectOverCDP(endpoint);
    const page = await within(begun, 'a page', () => pageOf(browser));
    const ready = await within(begun, 'the map', () => readyAt(page, vehicles));
    const painted = await within(begun, 'a picture', () => paintedAt(page));
    // Nobody looks into it while it rests.
    await browser.close();
    await sleep(restFor);
    await atRest?.(child.pid ?? 0, async (script) => {
      const again = await chromium.connectOverCDP(endpoint);
      try {
        const page = await within(Date.now(), 'its page', () => pageOf(again));
        return await page.evaluate(script);
      } finally {
        await again.close();
      }
    });
    return {
      painted: painted - begun,
      ready: Math.max(ready, painted) - begun,
      memoryMb: memoryOf(child.pid ?? 0),
      browser: `Chromium ${browser.version()}`,
    };
  } finally {
    child.kill();
    await ended;
  }
}

function pageOf(browser: Browser): Page | undefined {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return pages.find((each) => shown.test(each.url()));
}

/** Where the program can be spoken to, as soon as it says so. */
async function endpointOf(file: string, begun: number): Promise<string> {
  const port = await within(begun, 'the program', () => {
    try {
      // It may be there, and still be empty.
      return readFileSync(file, 'utf8').split('\n')[0] || undefined;
    } catch {
      return undefined;
    }
  });
  return `http://127.0.0.1:${port}`;
}

async function within<T>(
  begun: number,
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  while (Date.now() - begun < PATIENCE) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(LOOK_EVERY);
  }
  throw new Error(`Waited ${PATIENCE / 1000} seconds in vain for ${what}.`);
}

/** When the page was painted first, epoch milliseconds. */
function paintedAt(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return first && performance.timeOrigin + first.startTime;
  });
}

/** When all vehicles were counted and the next picture was presented; at once in a bare window. */
function readyAt(page: Page, vehicles: number): Promise<number | undefined> {
  return page.evaluate(async (wanted) => {
    const counts = [...document.querySelectorAll('.strip .tabular')].map(({ textContent }) =>
      Number((textContent ?? '').replaceAll(/\D/g, '')),
    );
    // Moving, idling, parked and silent ones are on the map; the others have no place.
    const placed = counts.slice(0, 4).reduce((sum, count) => sum + count, 0);
    if (placed < wanted * 0.9) return undefined;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return performance.timeOrigin + performance.now();
  }, vehicles);
}

/** What all processes of a program take together, MB: shared pages count for each in part. */
function memoryOf(pid: number): number {
  const kilobytes = processesOf(pid).reduce((sum, each) => {
    const [, share = '0'] = /^Pss:\s*(\d+)/m.exec(textOf(`/proc/${each}/smaps_rollup`)) ?? [];
    return sum + Number(share);
  }, 0);
  return kilobytes / 1024;
}
