import type { Profile } from '@core/service/profile';
import type { VirtualClock } from '../virtual-clock';
import type { FakeService } from './fake-service';
import { KeptFleet } from './kept-fleet';

/** The next run of the app on what a fleet kept. What the last one called is forgotten. */
export async function restarted(
  kept: KeptFleet,
  parts: { clock: VirtualClock; service: FakeService; profile?: Profile },
): Promise<KeptFleet> {
  kept.stop();
  await parts.clock.advance(0);
  parts.service.calls.length = 0;
  return KeptFleet.open({ ...parts, store: kept.store });
}
