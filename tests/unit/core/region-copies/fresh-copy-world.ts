import { rm } from 'node:fs/promises';
import { afterEach, beforeEach } from 'vitest';
import type { CopyPhase, RegionCopy } from '@contract/region-copies';
import { VirtualClock } from '../virtual-clock';
import { CopyWorld } from './copy-world';

/** Of each test its own: a world of copies that has started, and its clock. */
export let world: CopyWorld;
export let clock: VirtualClock;

/** Each test of the file has a world of copies of its own, gone behind it. */
export function openWorldForEach(): void {
  beforeEach(async () => {
    clock = new VirtualClock();
    world = new CopyWorld(clock);
    await world.start();
  });

  afterEach(async () => {
    await world.copies.close();
    await rm(world.folder, { recursive: true, force: true });
  });
}

/** The first copy of the list. */
export function state(): RegionCopy | undefined {
  return world.copies.state().copies[0];
}

/** Resolves once the copy is in a phase, or gone from the list. */
export function untilPhase(phase: CopyPhase | undefined): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (state()?.phase !== phase) return;
      forget();
      resolve();
    };
    const forget = world.copies.subscribe(look);
    look();
  });
}
