import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { PageDriver, ShotsProblem } from '@main/shots/page-driver';

/** A page that answers every script so. */
function pageThat(answer: () => Promise<unknown>): PageDriver {
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    executeJavaScript: answer,
  });
  return new PageDriver(contents as unknown as WebContents);
}

describe('words that are cut', () => {
  it('are what the page says', async () => {
    expect(await pageThat(() => Promise.resolve([])).clipped()).toEqual([]);
    expect(await pageThat(() => Promise.resolve(['"Save" is cut'])).clipped()).toEqual([
      '"Save" is cut',
    ]);
  });

  it('are not taken for none where the page does not answer', async () => {
    const silent = pageThat(() => Promise.resolve(undefined));
    await expect(silent.clipped()).rejects.toThrow(ShotsProblem);
    const broken = pageThat(() => Promise.reject(new Error('__fleetdesk is not defined')));
    await expect(broken.clipped()).rejects.toThrow(ShotsProblem);
  });
});
