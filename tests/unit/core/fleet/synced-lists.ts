import { beforeEach } from 'vitest';
import type { VirtualClock } from '../virtual-clock';
import type { FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';
import { restarted } from './restarted';
import { openLists, withEnterprises, type Sizes } from './served-lists';

// New for every test.
export let clock: VirtualClock;
export let service: FakeService;
export let sizes: Sizes;
export let kept: KeptFleet;

/** The next run of the app on what this one kept. */
export async function restart(): Promise<void> {
  kept = await restarted(kept, { clock, service, profile: withEnterprises });
}

/** Each test of the file begins with lists that were never read. */
export function openListsForEach(): void {
  beforeEach(async () => {
    ({ clock, service, sizes, kept } = await openLists());
  });
}
