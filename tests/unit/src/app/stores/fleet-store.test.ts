import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { useFleetStore, type FleetChanges } from '@/app/stores/fleet-store';
import { installBridge } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import { succeed } from '@contract/errors';
import type { TopicMessage, TopicName } from '@contract/events';
import { packVehicles } from '@contract/packed/fleet-rows';
import { packPatch } from '@contract/packed/topics';
import type { Vehicle } from '@contract/vehicles';
import { listed } from '../../features/live-map/live';
import { stillPreload } from '../../still-preload';

const sync = { phase: 'complete', read: 2, completedAt: 1, pagingRefused: false } as const;

let hear: (message: TopicMessage<TopicName>) => void;
let seq: number;
let nextFrame: () => void;

/** Opens the fleet with these vehicles; answers what its listeners heard, by plates. */
async function open(...vehicles: readonly Vehicle[]) {
  setActivePinia(createPinia());
  const still = stillPreload();
  const snapshot = { vehicles: [packVehicles(vehicles)], sync };
  installBridge(
    connectBridge({
      ...still,
      onEvent: (listener) => {
        hear = listener;
        return () => undefined;
      },
      events: { ...still.events, subscribe: () => Promise.resolve(succeed({ seq: 0, snapshot })) },
    }),
  );
  const fleet = useFleetStore();
  const heard: Record<keyof FleetChanges, string[]>[] = [];
  fleet.onChange(({ come, gone }) => {
    const plates = (of: readonly Vehicle[]) => of.map(({ plate }) => plate);
    heard.push({ come: plates(come), gone: plates(gone) });
  });
  await fleet.start();
  return heard;
}

function patch(changed: Vehicle[], removed: string[] = []): void {
  seq += 1;
  hear({ topic: 'fleet', seq, patch: packPatch('fleet', { changed, removed, sync: null }) });
}

beforeEach(() => {
  seq = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    nextFrame = run;
    return 1;
  });
});

it('what came and left is told at once, then once a frame', async () => {
  const heard = await open(listed('a', 'A-1'), listed('b', 'B-1'));
  expect(heard).toEqual([{ come: ['A-1', 'B-1'], gone: [] }]);
  nextFrame();
  patch([listed('c', 'C-1')]);
  patch([listed('a', 'A-2')]);
  patch([listed('a', 'A-3')], ['b']);
  expect(heard.slice(1)).toEqual([{ come: ['C-1'], gone: [] }]);
  nextFrame();
  expect(heard.slice(2)).toEqual([{ come: ['A-3'], gone: ['A-1', 'B-1'] }]);
  nextFrame();
  expect(heard).toHaveLength(3);
});

it('what came and left between two frames is not told, what left and came back is', async () => {
  const heard = await open(listed('a', 'A-1'));
  patch([listed('b', 'B-1')]);
  patch([], ['b', 'a']);
  patch([listed('a', 'A-2')]);
  nextFrame();
  expect(heard.slice(1)).toEqual([{ come: ['A-2'], gone: ['A-1'] }]);
});
