import { expect, it } from 'vitest';
import type { AlertsPatch } from '@contract/alerts';
import type { LivePatch } from '@contract/fixes';
import type { ZonesPatch } from '@contract/zones';
import { Feed } from '@core/feed';
import type { Workspace } from '@core/workspace/workspace';
import { topicsOf } from '@main/ipc/topics';

const nothing: AlertsPatch = { rules: null, changed: [], removed: [], counts: null, cost: null };

it('what waits to be shown goes along with alerts and crossings of zones', () => {
  const live = new Feed<LivePatch>('live');
  const zones = new Feed<ZonesPatch>('zones');
  const alerts = new Feed<AlertsPatch>('alerts');
  let told = 0;
  const workspace = {
    zones,
    alerts,
    live: {
      subscribeShown: (listener: (patch: LivePatch) => void) => live.subscribe(listener),
      tellShown: () => (told += 1),
    },
  } as unknown as Workspace;
  const heard: LivePatch[] = [];
  const end = topicsOf(workspace).live.subscribe((patch) => heard.push(patch));
  const patch: LivePatch = { changed: [], removed: ['v1'], pace: null };
  live.publish(patch);
  expect(heard).toEqual([patch]);
  alerts.publish({ ...nothing, cost: { vehicles: 1, looksAMinute: 1 } });
  expect(told).toBe(0);
  alerts.publish({ ...nothing, changed: [{} as AlertsPatch['changed'][number]] });
  expect(told).toBe(1);
  zones.publish({ changed: [], removed: [], inside: [] });
  expect(told).toBe(2);
  end();
  live.publish(patch);
  zones.publish({ changed: [], removed: [], inside: [] });
  expect(heard).toHaveLength(1);
  expect(told).toBe(2);
});
