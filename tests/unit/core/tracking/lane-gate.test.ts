import { describe, expect, it } from 'vitest';
import type { AppError } from '@contract/errors';
import { LaneGate } from '@core/tracking/lane-gate';

function error(code: AppError['code']): AppError {
  return { code, message: 'as told by the test' };
}

describe('the gate of the live lane', () => {
  it('lets everything through while the service answers', () => {
    const gate = new LaneGate();
    expect([gate.enter(0), gate.enter(0), gate.opensAt(0)]).toEqual([true, true, 0]);
    expect(gate.isClosed).toBe(false);
  });

  it('closes when the link is down and probes at growing intervals, at most a minute', () => {
    const gate = new LaneGate();
    let now = 0;
    const pauses: number[] = [];
    gate.fail(error('offline'), now);
    for (let probe = 0; probe < 7; probe++) {
      const at = gate.opensAt(now);
      pauses.push(at - now);
      now = at;
      expect(gate.enter(now - 1)).toBe(false);
      expect(gate.enter(now)).toBe(true);
      gate.fail(error('offline'), now);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('lets one probe through at a time', () => {
    const gate = new LaneGate();
    gate.fail(error('offline'), 0);
    expect([gate.enter(2_000), gate.enter(2_000)]).toEqual([true, false]);
    expect(gate.opensAt(2_000)).toBe(Infinity);
    gate.leave();
    expect(gate.opensAt(2_000)).toBe(2_000);
  });

  it('takes failures that were on their way for what they are: the same outage', () => {
    const gate = new LaneGate();
    for (let call = 0; call < 6; call++) gate.fail(error('offline'), 10);
    expect(gate.opensAt(10)).toBe(2_010);
  });

  it('opens with an answer and begins again at the next outage', () => {
    const gate = new LaneGate();
    gate.fail(error('offline'), 0);
    gate.enter(2_000);
    gate.fail(error('offline'), 2_000);
    gate.open();
    expect(gate.opensAt(2_001)).toBe(2_001);
    gate.fail(error('unauthenticated'), 3_000);
    expect(gate.opensAt(3_000)).toBe(5_000);
  });

  it('takes five failures in a row, of whatever kind, for a service that is down', () => {
    const gate = new LaneGate();
    for (let call = 0; call < 4; call++) gate.fail(error('timeout'), 0);
    expect(gate.isClosed).toBe(false);
    gate.open();
    for (let call = 0; call < 4; call++) gate.fail(error('service-error'), 0);
    expect(gate.isClosed).toBe(false);
    gate.fail(error('bad-response'), 0);
    expect(gate.isClosed).toBe(true);
  });
});
