import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveVehicle } from '@contract/fixes';
import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import {
  FakeService,
  associationJson,
  failure,
  idOf,
  paged,
  vehicleJson,
} from '../fleet/fake-service';
import { KeptFleet } from '../fleet/kept-fleet';
import { VirtualClock } from '../virtual-clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const vehicle = fc.integer({ min: 1, max: 25 });

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ what: fc.constant('sleep' as const), minutes: fc.integer({ min: 1, max: 600 }) }),
    fc.record({
      what: fc.constant('attend' as const),
      window: fc.integer({ min: 1, max: 2 }),
      shown: fc.array(vehicle, { maxLength: 10 }),
      followed: fc.option(vehicle),
    }),
    fc.record({ what: fc.constant('release' as const), window: fc.integer({ min: 1, max: 2 }) }),
    fc.record({
      what: fc.constant('fail' as const),
      code: fc.constantFrom('offline', 'timeout', 'service-error', 'unauthenticated', null),
    }),
    fc.record({ what: fc.constant('wake' as const) }),
    fc.record({ what: fc.constant('restart' as const) }),
    fc.record({ what: fc.constant('lose' as const), number: vehicle }),
    fc.record({ what: fc.constant('clock' as const), hours: fc.integer({ min: -48, max: 48 }) }),
  ),
  { maxLength: 25 },
);

describe('live tracking over any day', () => {
  it('keeps its pace, asks no vehicle too soon, and tells all that it knows', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const clock = new VirtualClock();
        const service = new FakeService(clock);
        const seen = new Map<number, number[]>();
        const lost = new Set<unknown>();
        service
          .on('vehicles.list', (input, call) =>
            paged(() =>
              Array.from({ length: 25 }, (_, index) => vehicleJson(index + 1)).filter(
                (_, index) => !lost.has(idOf('V', index + 1)),
              ),
            )(input, call),
          )
          .on('deviceAssociations.list', ({ vehicleId }) => {
            if (lost.has(vehicleId)) throw failure({ code: 'not-found' });
            const number = Number(String(vehicleId).slice(1));
            return { data: number % 7 === 0 ? [] : [associationJson(number, number)] };
          })
          .on('tracking.get', ({ id }, { at }) => {
            if (lost.has(id)) throw failure({ code: 'not-found' });
            const number = Number(String(id).slice(1));
            seen.set(number, [...(seen.get(number) ?? []), at]);
            const now = Math.floor(clock.now() / SECOND);
            const geometry = { type: 'Point', coordinates: [-46.6, -23.5] };
            const attributes = { act: now - (now % 10), spd: number, ign: true, geometry };
            return { data: { type: 'Feature', attributes } };
          });
        const kept = await KeptFleet.open({ clock, service });
        const live = new LiveTracking({
          service,
          clock,
          fleet: kept.fleet,
          store: kept.store,
          profile: defaultProfile,
          perMinute: () => 48,
        });
        const told = new Map<string, LiveVehicle>();
        live.subscribe(({ changed, removed }) => {
          for (const one of changed) told.set(one.vehicleId, one);
          for (const id of removed) told.delete(id);
        });
        const starts = [0];
        kept.start();
        live.start();
        await clock.advance(MINUTE);

        for (const step of list) {
          if (step.what === 'wait') await clock.advance(step.seconds * SECOND);
          if (step.what === 'sleep') await clock.sleep(step.minutes * MINUTE);
          if (step.what === 'attend') {
            const followed = step.followed === null ? null : idOf('V', step.followed);
            const onScreen = step.shown.map((number) => idOf('V', number));
            live.attend(step.window, { onScreen, selected: null, followed });
          }
          if (step.what === 'release') live.release(step.window);
          if (step.what === 'fail')
            service.failure = step.code === null ? null : { code: step.code };
          if (step.what === 'wake') live.wake();
          if (step.what === 'lose') lost.add(idOf('V', step.number));
          if (step.what === 'clock') clock.setWallClock(clock.now() + step.hours * 60 * MINUTE);
          if (step.what === 'restart') {
            live.stop();
            await clock.advance(SECOND);
            live.start();
            starts.push(clock.monotonic());
          }
        }

        // Whatever happened: a minute after the service is back, every vehicle is being looked at.
        service.failure = null;
        live.wake();
        kept.wake();
        const back = clock.monotonic();
        await clock.advance(20 * MINUTE);
        for (const { vehicleId, association } of live.snapshot().vehicles) {
          if (association !== 'known' || lost.has(vehicleId)) continue;
          const looks = seen.get(Number(vehicleId.slice(1))) ?? [];
          expect(looks.some((at) => at > back)).toBe(true);
        }
        live.stop();
        kept.stop();
        await clock.advance(SECOND);
        expect(clock.pending).toBe(0);
        const snapshot = live.snapshot().vehicles;
        for (const one of told.values()) {
          expect(snapshot).toContainEqual(one);
        }

        for (const looks of seen.values()) {
          looks.slice(1).forEach((at, index) => {
            expect(at - (looks[index] ?? 0)).toBeGreaterThanOrEqual(5 * SECOND);
          });
        }
        const sent = service.calls.filter(({ lane }) => lane === 'live').map(({ at }) => at);
        sent.forEach((at, index) => {
          const bursts = starts.filter((start) => Math.abs(start - at) < MINUTE).length;
          const last = sent[index + 49 + bursts * 12];
          if (last !== undefined) expect(last - at).toBeGreaterThanOrEqual(MINUTE);
        });
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
