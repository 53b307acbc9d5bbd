import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Graphics } from '@main/windows/graphics';
import { collectFaults } from '../../collect-faults';

let app: EventEmitter;
let graphics: Graphics;
const heard = vi.fn();

beforeEach(() => {
  heard.mockClear();
  app = new EventEmitter();
  graphics = new Graphics(app as unknown as App);
  graphics.subscribe(heard);
});

describe('the graphics process', () => {
  it('has pages draw again when it ends, and once more when the next one is ready', () => {
    const faults = collectFaults();
    app.emit('gpu-info-update');
    expect(heard).not.toHaveBeenCalled();
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'killed' });
    expect(heard).toHaveBeenLastCalledWith({ losses: 1 });
    app.emit('gpu-info-update');
    app.emit('gpu-info-update');
    expect(heard).toHaveBeenCalledTimes(2);
    expect(graphics.state()).toEqual({ losses: 2 });
    expect(faults).toHaveBeenCalledExactlyOnceWith(
      'the graphics process ended (killed)',
      undefined,
    );
  });

  it('is not meant by the end of any other process', () => {
    app.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed' });
    expect(graphics.state()).toEqual({ losses: 0 });
  });
});
