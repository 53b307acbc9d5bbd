import { describe, expect, it } from 'vitest';
import { createLiveBatch, type LiveChanges } from '@/features/live-map/live-batch';
import { liveVehicle } from './live';

function batch() {
  const frames: (() => void)[] = [];
  const flushed: LiveChanges[] = [];
  const gathered = createLiveBatch(
    (changes) => flushed.push(changes),
    (callback) => frames.push(callback),
  );
  return {
    gathered,
    flushed,
    frames,
    nextFrame: () => {
      for (const frame of frames.splice(0)) frame();
    },
  };
}

const moving = liveVehicle('a');
const parked = liveVehicle('a', { motion: 'parked' });

describe('patches within a frame', () => {
  it('arrive together, the latest state of each vehicle alone', () => {
    const { gathered, flushed, frames, nextFrame } = batch();
    gathered.add({ changed: [moving, liveVehicle('b')], removed: [] });
    gathered.add({ changed: [parked], removed: [] });
    expect(frames).toHaveLength(1);
    expect(flushed).toEqual([]);
    nextFrame();
    expect(flushed).toEqual([{ changed: [parked, liveVehicle('b')], removed: [] }]);
  });

  it('end in what happened last: gone, or back again', () => {
    const { gathered, flushed, nextFrame } = batch();
    gathered.add({ changed: [moving, liveVehicle('b')], removed: [] });
    gathered.add({ changed: [], removed: ['a', 'b'] });
    gathered.add({ changed: [parked], removed: [] });
    nextFrame();
    expect(flushed).toEqual([{ changed: [parked], removed: ['b'] }]);
  });

  it('are dropped when a snapshot replaces them', () => {
    const { gathered, flushed, nextFrame } = batch();
    gathered.add({ changed: [moving], removed: [] });
    gathered.clear();
    nextFrame();
    expect(flushed).toEqual([]);
    gathered.add({ changed: [parked], removed: [] });
    nextFrame();
    expect(flushed).toHaveLength(1);
  });
});
