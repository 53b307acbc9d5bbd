import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { FirstRound } from '@core/tracking/first-round';
import type { Store } from '@core/ports/store';
import { FreshnessScheduler } from '@core/tracking/freshness-scheduler';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { ScheduledClaims } from '@core/tracking/scheduled-claims';
import { demandAt, vehiclesOf } from '@core/tracking/settled-pace';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { defaultProfile } from '@core/service/profile';
import { VirtualClock } from '../virtual-clock';
import { countedAttention } from './counted-attention';
import { attention, ids } from './tracked-fleet';

const RATE = 0.7 * (48 / 60_000);

/** A schedule of vehicles that nothing is known of yet. */
function make(vehicleIds: readonly string[]) {
  const clock = new VirtualClock();
  const trails = new Trails({ store, clock });
  const thresholds = readThresholds(defaultProfile);
  const vehicles = new LiveVehicles({ thresholds, trails, clock });
  const firstRound = new FirstRound({ clock });
  const scheduler = new FreshnessScheduler({ cap: 3_600_000, capShare: 0.5, firstAge: 60_000 });
  const { book, attend } = countedAttention();
  let renewed = 0;
  const claims = new ScheduledClaims({
    attention: book,
    vehicles,
    firstRound,
    clock,
    scheduler,
    onRenewed: () => (renewed += 1),
  });
  const add = (id: string): void => {
    if (!vehicles.add(id)) return;
    firstRound.add(id, false);
    claims.add(id);
  };
  const remove = (id: string): void => {
    vehicles.remove(id);
    firstRound.remove(id);
    claims.remove(id);
  };
  const look = (id: string): void => {
    if (vehicles.get(id) === null) return;
    vehicles.takeNothing(id, clock.now());
    firstRound.looked(id);
    claims.renew(id);
  };
  for (const id of vehicleIds) add(id);
  return { clock, attend, claims, scheduler, add, remove, look, renewed: () => renewed };
}

let store: Store;
let made: ReturnType<typeof make>;

beforeAll(async () => {
  store = await openInlineStore(null, '');
});

afterAll(() => store.close());

beforeEach(() => {
  made = make(ids(1, 2_000));
});

it('a change of a large view is taken over in slices, those that are selected first', async () => {
  const { attend, claims, scheduler, clock } = made;
  const view = attention({ onScreen: ids(1, 2_000), selected: ids(2_000, 2_000)[0] ?? null });
  claims.renewAll(attend(1, view));
  expect(claims.isUnderWay).toBe(true);
  expect(made.renewed()).toBe(0);
  expect(scheduler.take(0)).toBe(view.selected);
  await clock.advance(0);
  expect(claims.isUnderWay).toBe(false);
  expect(made.renewed()).toBe(1);
  expect(vehiclesOf(claims.settledTerms())).toBe(2_000);
});

it('a small change is taken over at once', () => {
  const { attend, claims } = made;
  claims.renewAll(attend(1, attention({ onScreen: ids(1, 100) })));
  expect(claims.isUnderWay).toBe(false);
  expect(made.renewed()).toBe(1);
});

it('who selects a vehicle meanwhile does not wait for the rest of a large view', async () => {
  const { attend, claims, scheduler, clock } = made;
  const onScreen = ids(1, 2_000);
  claims.renewAll(attend(1, attention({ onScreen })));
  const selected = ids(1_990, 1_990)[0] ?? null;
  claims.renewAll(attend(1, attention({ onScreen, selected })));
  expect(claims.isUnderWay).toBe(true);
  expect(scheduler.take(0)).toBe(selected);
  await clock.advance(0);
  expect(made.renewed()).toBe(1);
});

it('the end takes over what still waits, and what is gone meanwhile is not counted', async () => {
  const { attend, claims, clock } = made;
  claims.renewAll(attend(1, attention({ onScreen: ids(1, 2_010) })));
  made.remove(ids(1_999, 1_999)[0] ?? '');
  claims.stop();
  expect(claims.isUnderWay).toBe(false);
  await clock.advance(1_000);
  expect(made.renewed()).toBe(0);
  expect(vehiclesOf(claims.settledTerms())).toBe(1_999);
});

it('leads, change by change, to the schedule that the last view makes from scratch', async () => {
  const fleet = ids(1, 12);
  const some = fc.subarray([...fleet, 'gone']);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('view' as const), onScreen: some, picked: fc.subarray(fleet) }),
    fc.record({ kind: fc.constant('pin' as const), some }),
    fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const, 'look' as const),
      id: fc.constantFrom(...fleet),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      const one = make([]);
      const present = new Set<string>();
      const seen = new Set<string>();
      let view = attention({});
      let pinned: string[] = [];
      for (const each of changes) {
        if (each.kind === 'view') {
          const [selected = null, followed = null] = each.picked;
          view = attention({ onScreen: each.onScreen, selected, followed });
          one.claims.renewAll(one.attend(1, view));
        } else if (each.kind === 'pin') {
          pinned = each.some;
          one.claims.renewAll(one.claims.pin(pinned));
        } else {
          one[each.kind](each.id);
          if (each.kind === 'add') present.add(each.id);
          if (each.kind === 'remove') [present, seen].forEach((set) => set.delete(each.id));
          if (each.kind === 'look' && present.has(each.id)) seen.add(each.id);
        }
      }
      await one.clock.advance(1);
      const again = make([]);
      again.attend(1, view);
      again.claims.pin(pinned);
      for (const id of present) again.add(id);
      for (const id of seen) again.look(id);
      const figures = [one, again].map(({ claims, scheduler }) => {
        claims.weighCrowds();
        scheduler.plan(RATE);
        const terms = claims.settledTerms();
        return [
          vehiclesOf(terms),
          scheduler.size,
          demandAt(1_000_000, terms, Infinity) * 1e6,
          scheduler.shownPeriod(RATE) ?? -1,
        ].map((figure) => Number(figure.toPrecision(6)));
      });
      expect(figures[0]).toEqual(figures[1]);
    }),
  );
});
