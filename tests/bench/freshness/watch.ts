import { FailedLooks } from '@core/tracking/failed-looks';
import { FreshnessScheduler, type Claim } from '@core/tracking/freshness-scheduler';
import { LiveLane } from '@core/tracking/live-lane';
import { LIKELY_SHARE, PLAN_AGAIN_AFTER, scheduleLimits } from '@core/tracking/schedule-limits';
import { House } from '../../unit/core/session/house';
import { idOf } from '../../unit/core/fleet/fake-service';
import { bound, termsOf } from '../../unit/core/tracking/scheduler-simulation';
import { mostInWindow } from '../most-in-window';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const { cap: CAP, firstAge: FIRST_AGE } = scheduleLimits;

/** A hand is on the mouse so often while a person works, and a card is opened so often. */
const TOUCH_EVERY = 5_000;
const CARD_EVERY = 30_000;
/** What a card asks of the service. */
const CARD = 3;

/** The first round and its end are not measured. */
const WARM_UP = 3 * HOUR;
const MEASURED = 24 * HOUR;

/** A fleet that is watched for a day, and what stands in the way of that. */
export interface Watch {
  /** What each vehicle matters. */
  claims: readonly Claim[];
  /** Milliseconds from sending to the answer. */
  latency?: number;
  /** Whether the request with this number is answered with an error of the service. */
  fails?: (request: number) => boolean;
  /** Requests a minute of other lanes, evenly spread. */
  others?: number;
  /** Minutes of every ten in which a person works with mouse and keys, and opens a card now and then. */
  atWork?: number;
  /** What each vehicle matters after a change of the view, which happens each minute. */
  view?: () => readonly Claim[];
}

/** What came of it. */
export interface WatchFigures {
  /** Time average of Σ weight × age, over the least that these looks allow. */
  ratio: number;
  /** The same of equal turns. */
  roundRobin: number;
  looksPerMinute: number;
  /** The part of the request budget that reaches positions. */
  positionShare: number;
  /** Most requests of all lanes in any 60 s. */
  maxPer60s: number;
  /** The oldest that any vehicle got, minutes. */
  oldest: number;
  /** Whether the looks suffice to hold the longest age, as the app tells it. */
  holdsCap: boolean;
  /** Times that a vehicle got older than that where they do. */
  avoidableCapMisses: number;
}

/**
 * Watches a fleet through the app's own way to the service (live lane, client, session, budget)
 * on a virtual clock. A vehicle's age counts from the answer to its last look.
 */
export async function watch(terms: Watch) {
  const { claims, latency = 200, fails, others = 0, atWork = 0, view } = terms;
  const house = await House.open();
  const { clock, transport } = house;
  transport.latency = latency;
  const arrivals: number[] = [];
  let requests = 0;
  house.answer(({ plainPath }) => {
    if (!plainPath.includes('/tracking')) return { json: { data: [] } };
    if (fails?.((requests += 1)) === true) return { status: 500, json: { message: 'down' } };
    return { json: position };
  });
  const authenticate = transport.script;
  transport.script = (request) => {
    arrivals.push(clock.monotonic());
    // A day of requests is not kept.
    transport.seen.length = 0;
    return authenticate(request);
  };
  await house.signIn();

  const ages = new Ages(claims, clock.monotonic());
  const greedy = view ? new Ages(claims, clock.monotonic()) : null;
  const scheduler = new FreshnessScheduler(scheduleLimits);
  claims.forEach((claim, index) => scheduler.add(vehicle(index), claim, clock.monotonic()));
  const failed = new FailedLooks();
  const rate = (): number => {
    const passed = Math.max(MINUTE, clock.monotonic() - ages.since);
    return ages.looks === 0 ? LIKELY_RATE : ages.looks / passed;
  };
  let plannedAt = -Infinity;
  const lane = new LiveLane({
    service: house.service,
    clock,
    perMinute: () => house.budget.state().limit,
    looksAtRest: () => house.budget.looksAtRest(),
    dueAt: (now) => scheduler.nextAt(now),
    choose: (now) => {
      if (now - plannedAt > PLAN_AGAIN_AFTER) {
        scheduler.plan(rate());
        plannedAt = now;
      }
      const vehicleId = scheduler.take(now);
      if (vehicleId === null) return null;
      const input = { id: vehicleId, deviceId: idOf('D', 1) };
      return { vehicleId, choice: { operation: 'tracking.get', input } };
    },
    onAnswer: (vehicleId) => {
      const now = clock.monotonic();
      failed.clear(vehicleId);
      scheduler.looked(vehicleId, now);
      ages.look(indexOf(vehicleId), now);
      greedy?.look(greedy.mostUrgent(now), now);
    },
    onFailure: (vehicleId) => {
      const { pause, isTurn } = failed.add(vehicleId);
      if (isTurn) scheduler.looked(vehicleId, clock.monotonic(), pause);
      else scheduler.giveBack(vehicleId, clock.monotonic(), pause);
    },
    onGate: () => undefined,
  });
  const changeView = (): void => {
    if (view === undefined) return;
    const now = clock.monotonic();
    const next = view();
    next.forEach((claim, index) => scheduler.claim(vehicle(index), claim, now));
    ages.weigh(next, now);
    greedy?.weigh(next, now);
    clock.after(MINUTE, changeView);
  };
  changeView();
  let questions = 0;
  const ask = (): void => {
    questions += 1;
    const terms = { lane: 'outbox' } as const;
    void house.service.call('vehicles.list', { search: `${questions}` }, terms);
    clock.after(MINUTE / others, ask);
  };
  if (others > 0) ask();
  const work = (): void => {
    clock.after(TOUCH_EVERY, work);
    const passed = clock.monotonic();
    if (passed % (10 * MINUTE) >= atWork * MINUTE) return;
    house.budget.noteInput();
    if (passed % CARD_EVERY >= TOUCH_EVERY) return;
    for (let call = 0; call < CARD; call += 1) {
      questions += 1;
      const lane = { lane: 'interactive' } as const;
      void house.service.call('vehicles.list', { search: `${questions}` }, lane);
    }
  };
  if (atWork > 0) work();

  lane.start();
  await clock.advance(WARM_UP);
  ages.measureFrom(clock.monotonic());
  greedy?.measureFrom(clock.monotonic());
  await clock.advance(MEASURED);
  lane.stop();
  const now = clock.monotonic();
  ages.end(now);
  const weights = claims.map(({ weight }) => weight);
  const got = ages.looks / MEASURED;
  const holdsCap = view === undefined && scheduler.holdsCap(got, () => termsOf(claims));
  const enforced = holdsCap ? CAP : Infinity;
  const least = greedy?.mean(now) ?? bound(weights, got, enforced);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    ratio: ages.mean(now) / least,
    roundRobin: (total * claims.length) / (2 * got) / least,
    looksPerMinute: got * MINUTE,
    positionShare: (got * MINUTE) / house.budget.state().limit,
    maxPer60s: mostInWindow(arrivals, MINUTE),
    oldest: ages.oldest / MINUTE,
    holdsCap,
    avoidableCapMisses: holdsCap ? ages.olderThan(CAP) : 0,
  } satisfies WatchFigures;
}

/** Looks a millisecond, until some have been counted. */
const LIKELY_RATE = (48 * LIKELY_SHARE) / MINUTE;

const position = {
  data: {
    type: 'Feature',
    attributes: {
      act: 1_773_144_000,
      spd: 40,
      ign: true,
      dir: 90,
      geometry: { type: 'Point', coordinates: [-46.6, -23.5] },
    },
  },
};

function vehicle(index: number): string {
  return idOf('V', index + 1);
}

function indexOf(vehicleId: string): number {
  return Number(vehicleId.slice(1)) - 1;
}

/** How old what is known of each vehicle is, weighted, and summed over time. */
class Ages {
  /** When measuring began. */
  since: number;
  /** Looks since then. */
  looks = 0;
  oldest = 0;
  readonly #weights: number[];
  readonly #lookedAt: number[];
  /** Up to when each vehicle's age has been summed. */
  readonly #summedTo: number[];
  readonly #peaks: number[] = [];
  #sum = 0;

  constructor(claims: readonly Claim[], now: number) {
    this.since = now;
    this.#weights = claims.map(({ weight }) => weight);
    this.#lookedAt = claims.map(() => now - FIRST_AGE);
    this.#summedTo = claims.map(() => now);
  }

  measureFrom(now: number): void {
    this.since = now;
    this.looks = 0;
    this.oldest = 0;
    this.#sum = 0;
    this.#peaks.length = 0;
    this.#summedTo.fill(now);
  }

  look(index: number, now: number): void {
    this.#sumUp(index, now);
    const age = now - (this.#lookedAt[index] ?? now);
    this.#peaks.push(age);
    this.oldest = Math.max(this.oldest, age);
    this.#lookedAt[index] = now;
    this.looks += 1;
  }

  /** Counts the age of each vehicle at the end, too: one may never have been looked at again. */
  end(now: number): void {
    for (const lookedAt of this.#lookedAt) this.#peaks.push(now - lookedAt);
    this.oldest = Math.max(this.oldest, ...this.#lookedAt.map((lookedAt) => now - lookedAt));
  }

  weigh(claims: readonly Claim[], now: number): void {
    claims.forEach(({ weight }, index) => {
      if (this.#weights[index] === weight) return;
      this.#sumUp(index, now);
      this.#weights[index] = weight;
    });
  }

  /** The vehicle to look at for whoever chooses the largest √weight × age, and nothing else. */
  mostUrgent(now: number): number {
    let best = -Infinity;
    let chosen = 0;
    this.#weights.forEach((weight, index) => {
      const score = Math.sqrt(weight) * (now - (this.#lookedAt[index] ?? now));
      if (score <= best) return;
      best = score;
      chosen = index;
    });
    return chosen;
  }

  /** Time average of Σ weight × age. */
  mean(now: number): number {
    this.#weights.forEach((_, index) => this.#sumUp(index, now));
    return this.#sum / (now - this.since);
  }

  olderThan(age: number): number {
    return this.#peaks.filter((peak) => peak > age).length;
  }

  #sumUp(index: number, now: number): void {
    const lookedAt = this.#lookedAt[index] ?? now;
    const from = this.#summedTo[index] ?? now;
    const weight = this.#weights[index] ?? 0;
    this.#sum += (weight * ((now - lookedAt) ** 2 - (from - lookedAt) ** 2)) / 2;
    this.#summedTo[index] = now;
  }
}
