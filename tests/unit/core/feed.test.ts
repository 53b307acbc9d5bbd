import { describe, expect, it, vi } from 'vitest';
import { Feed } from '@core/feed';
import { collectFaults } from '../collect-faults';

describe('a feed', () => {
  it('reports a listener that throws, and still tells the others', () => {
    const reported = collectFaults();
    const feed = new Feed<number>('the fleet');
    const fault = new Error('no such row');
    const heard = vi.fn();
    feed.subscribe(() => {
      throw fault;
    });
    feed.subscribe(heard);
    feed.publish(7);
    expect(heard).toHaveBeenCalledWith(7);
    expect(reported).toHaveBeenCalledExactlyOnceWith('a listener of the fleet failed', fault);
  });
});
