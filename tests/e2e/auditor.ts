import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './demo-service';

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong on the page as it is shown now, by all of its rules or by some. */
async function faultsOn(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, { ...asked, resultTypes: ['violations'] });
    // A tip belongs to its control, and lies outside all landmarks for as long as it is open.
    const isTip = ({ target: [first] }: axe.NodeResult): boolean =>
      typeof first === 'string' && document.querySelector(`${first} [role=tooltip]`) !== null;
    return violations.flatMap(({ id, nodes }) => {
      const faulty = nodes.filter((node) => id !== 'region' || !isTip(node));
      const told = faulty.map(({ html }) => html.slice(0, 200)).join(' | ');
      return faulty.length === 0 ? [] : [`${id}: ${told}`];
    });
  }, options);
}

/** What the page is asked in each theme: only the colors are others in the dark. */
function optionsFor(theme: 'light' | 'dark', isMenu: boolean): axe.RunOptions {
  if (theme === 'dark') return { runOnly: ['color-contrast'] };
  // Controls of 24 px or with room around them: part of WCAG 2.2, and off unless asked for.
  return { rules: { region: { enabled: !isMenu }, 'target-size': { enabled: true } } };
}

/** Collects what axe finds on each view, in both themes. */
export class Auditor {
  readonly faults: Record<string, string[]> = {};
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A menu belongs to its button; axe sees it at the end of the page, outside of all landmarks. */
  async look(view: string, { isMenu = false } = {}): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.#page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(this.#page.locator('html')).toHaveAttribute('data-theme', theme);
      const faults = await faultsOn(this.#page, optionsFor(theme, isMenu));
      if (faults.length > 0) this.faults[`${view}, ${theme}`] = faults;
    }
  }
}

/** Brings axe into a page. */
export async function auditor(page: Page): Promise<Auditor> {
  await page.evaluate(await readFile(axeSource, 'utf8'));
  return new Auditor(page);
}
