import { beforeEach, describe, expect, it } from 'vitest';
import { newEntry } from '@core/outbox/entering/new-entry';
import { Pace, requestsFor, requestsForDeletes } from '@core/outbox/sending/estimates';
import { defaultProfile } from '@core/service/profile';
import { VirtualClock } from '../../virtual-clock';

it('takes as many requests for a delete that is asked about as for one that waits', () => {
  for (const collection of ['vehicles', 'devices', 'users', 'chips'] as const) {
    const entry = newEntry(
      { clock: new VirtualClock(), random: { id: () => 'x', fraction: () => 0 } },
      { kind: 'delete', subject: { collection, key: 'k', label: '' } },
    );
    const waiting = requestsFor(
      Array.from({ length: 40 }, () => entry),
      defaultProfile,
    );
    expect(requestsForDeletes(collection, 40, defaultProfile)).toBe(waiting);
  }
  expect(requestsForDeletes('vehicles', 20, defaultProfile)).toBe(61);
  expect(requestsForDeletes('users', 20, defaultProfile)).toBe(40);
});

let clock: VirtualClock;
let perMinute: number;
let pace: Pace;

beforeEach(() => {
  clock = new VirtualClock();
  perMinute = 60;
  pace = new Pace({ clock, perMinute: () => perMinute });
});

describe('the time that requests will take', () => {
  it('is that of the budget as it stands while nothing was sent', () => {
    expect(pace.secondsFor(30)).toBe(30);
    perMinute = 20;
    expect(pace.secondsFor(30)).toBe(90);
  });

  it('is that of what was sent lately where the service is slower', async () => {
    for (let request = 0; request < 6; request += 1) {
      pace.note();
      await clock.advance(4_000);
    }
    expect(pace.secondsFor(10)).toBe(40);
  });

  it('does not grow while nothing had to be sent', async () => {
    for (let request = 0; request < 6; request += 1) {
      pace.note();
      await clock.advance(1_000);
    }
    await clock.advance(90_000);
    expect(pace.secondsFor(10)).toBe(10);
  });
});
