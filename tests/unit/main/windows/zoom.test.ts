import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { Zoom, zoomAfter } from '@main/windows/zoom';

class Page extends EventEmitter {
  level = 0;
  setZoomLevel(level: number) {
    this.level = level;
  }
  getZoomLevel() {
    return this.level;
  }
  isDestroyed() {
    return false;
  }
}

function open(zoom: Zoom): Page {
  const page = new Page();
  zoom.add(page as unknown as WebContents);
  page.emit('dom-ready');
  return page;
}

describe('the zoom', () => {
  it('is that of the last start, and kept for the next one', () => {
    const keep = vi.fn(() => Promise.resolve());
    const zoom = new Zoom(1.5, keep);
    const page = open(zoom);
    expect(page.level).toBe(1.5);
    zoom.step('in');
    expect([page.level, keep.mock.lastCall]).toEqual([2, [2]]);
  });

  it('is one for all windows, those that open later too', () => {
    const zoom = new Zoom(0, () => Promise.resolve());
    const [first, second] = [open(zoom), open(zoom)];
    second.emit('zoom-changed', {}, 'in');
    expect([first.level, second.level, open(zoom).level]).toEqual([0.5, 0.5, 0.5]);
    first.emit('destroyed');
    zoom.step('reset');
    expect([first.level, second.level]).toEqual([0.5, 0]);
  });

  it('ends before nothing can be read any more', () => {
    let [large, small] = [0, 0];
    for (let n = 0; n < 100; n += 1) {
      large = zoomAfter(large, 'in');
      small = zoomAfter(small, 'out');
    }
    expect([large, small]).toEqual([6, -4]);
    // 200 % is within reach.
    expect(1.2 ** large).toBeGreaterThan(2);
  });
});
