import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '@core/ports/store';
import { openInlineStore } from '@adapters/store/inline-store';
import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import { KeptFleet } from '../../unit/core/fleet/kept-fleet';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { Office } from './office';

// A limit against hanging: ten minutes of real HTTP take what a busy machine needs.
vi.setConfig({ testTimeout: 300_000 });

let office: Office;

afterEach(async () => {
  await office.close();
});

/** Lets virtual time pass, but never while an answer is under way: real HTTP takes real time. */
async function pass(clock: VirtualClock, duration: number): Promise<void> {
  const end = clock.monotonic() + duration;
  while (clock.monotonic() < end) {
    await office.calm();
    await clock.advance(Math.min(250, end - clock.monotonic()));
  }
  await office.calm();
}

/** Waits for an outcome while virtual time passes. */
async function during<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  let isDone = false;
  const done = promise.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  while (!isDone) await pass(clock, 100);
  return done;
}

/** What a person's screens and the lists behind them ask for, on what was kept before. */
async function openMap(store: Store): Promise<{ close: () => void }> {
  const { client: service, clock, budget } = office;
  const perMinute = (): number => budget.state().limit;
  const kept = await KeptFleet.open({ clock, service, store, perMinute });
  const profile = defaultProfile;
  const live = new LiveTracking({ service, clock, fleet: kept.fleet, store, profile, perMinute });
  kept.start();
  live.start();
  return {
    close: () => {
      live.stop();
      kept.stop();
    },
  };
}

describe('a service that allows 50 requests a minute', () => {
  it('never sees more, over sign-in, map, restarts, sleep and clock changes', async () => {
    const clock = new VirtualClock();
    office = await Office.open({
      clock,
      perMinute: 50,
      demo: { now: () => clock.now(), vehicles: 120 },
    });
    const store = await openInlineStore(null, '');
    await during(clock, office.signIn());
    // Waiting for what is no request lets virtual time pass as well, by as much as the machine is slow.
    const start = clock.monotonic();
    for (const restartAfter of [20_000, 95_000, 61_000, 3_000]) {
      const map = await openMap(store);
      for (let click = 0; click < 10; click += 1) {
        void office.client
          .call('users.list', { page: click + 1 }, { lane: 'interactive' })
          .catch(() => undefined);
      }
      await pass(clock, restartAfter);
      map.close();
      await office.stop();
      await office.start();
      await office.session.restore();
    }
    const map = await openMap(store);
    await pass(clock, 60_000);
    await clock.sleep(3_600_000);
    await pass(clock, 120_000);
    map.close();

    const log = await office.control<{ entries: { at: number; status: number }[] }>('GET', 'log');
    const state = await office.control<{ mostInAnyMinute: number }>('GET', 'state');
    expect(state.mostInAnyMinute).toBeLessThanOrEqual(48);
    expect(log.entries.filter(({ status }) => status === 429)).toEqual([]);
    // Careful is not the same as idle: over all these minutes most of the budget was used.
    const minutes = (clock.monotonic() - start - 3_600_000) / 60_000;
    expect(log.entries.length).toBeGreaterThan(minutes * 40);
  });

  it('is left alone as long as it asks for when somebody else used up the minute', async () => {
    const clock = new VirtualClock();
    office = await Office.open({ clock, perMinute: 50, demo: { now: () => clock.now() } });
    await during(clock, office.signIn());
    for (let other = 0; other < 60; other += 1) {
      await fetch(`${office.service.url}/roles`, {
        headers: { 'public-key': office.service.publicKey },
      });
    }
    const asked = office.client.call('roles.list', {}, { lane: 'interactive' });
    await expect(during(clock, asked)).rejects.toMatchObject({ error: { code: 'rate-limited' } });
    const sent = office.transport.sent;
    const until = office.budget.state().pausedUntil ?? 0;
    expect(until - clock.now()).toBeGreaterThan(50_000);
    const again = office.client.call('roles.list', {}, { lane: 'interactive' });
    await pass(clock, until - clock.now() - 200);
    expect(office.transport.sent).toBe(sent);
    expect((await during(clock, again)).size).toBeGreaterThan(0);
  });
});
