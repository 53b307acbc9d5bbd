import { lanes, type Lane } from '@contract/budget';
import { laneMinimums } from '@core/budget/lane-minimums';
import { House } from '../../unit/core/session/house';
import { mostInWindow } from '../most-in-window';

const MINUTE = 60_000;

/** The burst of an empty minute and the first full round are over by then. */
const WARM_UP = 2 * MINUTE;

const MEASURED = 10 * MINUTE;

/**
 * A full window moves on in bursts of about a minute, and ten minutes hold one more or less of
 * them. So ten minutes are measured from each second of one minute, and the mean counts.
 */
const BEGINNINGS = Array.from({ length: 60 }, (_, second) => second * 1_000);

/** Time that the app is gone at a restart. */
const DOWN_TIME = 2_000;

/** Callers that want a slot at any time, in each lane. */
const WIDTH = 60;

/** How a saturated app is simulated. */
export interface Saturation {
  /** Milliseconds from sending to the answer. */
  latency: number;
  /** Lanes that always want more. */
  busy: readonly Lane[];
  /** When the app is killed and started again, milliseconds after the warm-up. */
  restarts: readonly number[];
  /** A number from 0 to 1: where on its way the service counts a request. */
  fraction: () => number;
  /** `limits.perMinute` of the connection's profile, where it is not the built-in one. */
  perMinute?: number;
}

/** What the service saw. */
export interface SaturationFigures {
  /** Requests a minute, over ten minutes. */
  admittedPerMinute: number;
  /** Most requests in any 60 seconds, warm-up included, log-ins and refreshes too. */
  maxPer60s: number;
  /** Requests a minute of each busy lane. */
  perLane: Partial<Record<Lane, number>>;
  /** What a limit of so many open slots allows at this latency, without restarts. */
  ceiling: number;
  /** Busy lanes that got less than nine tenths of their guaranteed minimum. */
  starved: readonly Lane[];
}

/**
 * Saturates the app's whole way to the service (client, session, budget, ledger) on a virtual
 * clock, and counts at the service, at the instant at which a request reaches it.
 */
export async function saturate(terms: Saturation): Promise<SaturationFigures> {
  const { busy, latency, restarts, fraction, perMinute } = terms;
  const house = await House.open();
  const { clock, transport } = house;
  transport.latency = latency;
  const arrivals: { at: number; lane: Lane | null }[] = [];
  const countArrival = (lane: Lane | null): void => {
    arrivals.push({ at: clock.monotonic() + latency * fraction(), lane });
  };
  const authenticate = house.transport.script;
  house.transport.script = (request) => {
    const lane = lanes.find((name) => request.query.get('search')?.startsWith(name));
    countArrival(lane ?? null);
    return authenticate(request);
  };
  await signIn(house, perMinute);
  let life = 0;
  let questions = 0;
  const demand = (): void => {
    life += 1;
    const own = life;
    const ask = async (lane: Lane): Promise<void> => {
      while (own === life) {
        questions += 1;
        // Each question is another one, so that no two share a request.
        await house.service.call('vehicles.list', { search: `${lane} ${questions}` }, { lane });
      }
    };
    for (const lane of busy) for (let index = 0; index < WIDTH; index += 1) void ask(lane);
  };
  demand();
  await clock.advance(WARM_UP);
  const begin = clock.monotonic();
  for (const restart of restarts) {
    await clock.advance(begin + restart - clock.monotonic());
    life += 1;
    await house.start();
    await clock.advance(DOWN_TIME);
    await house.session.restore();
    demand();
  }
  // What is on its way at the end arrives, too.
  await clock.advance(begin + MEASURED + MINUTE + latency - clock.monotonic());

  const perMinuteOf = (lane?: Lane): number => {
    const counts = BEGINNINGS.map((delay) => {
      const from = begin + delay;
      return arrivals.filter(
        (each) =>
          each.at >= from &&
          each.at < from + MEASURED &&
          (lane === undefined || each.lane === lane),
      ).length;
    });
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return Math.round((100 * mean * MINUTE) / MEASURED) / 100;
  };
  const { limit } = house.budget.state();
  const minimums = laneMinimums(limit);
  // A slot is taken for a minute and the way of its request.
  const round = (MINUTE + latency) / MINUTE;
  const perLane = Object.fromEntries(busy.map((lane) => [lane, perMinuteOf(lane)]));
  return {
    admittedPerMinute: perMinuteOf(),
    maxPer60s: mostInWindow(
      arrivals.map(({ at }) => at),
      MINUTE,
    ),
    perLane,
    ceiling: Math.round((100 * limit) / round) / 100,
    // A tenth less is what restarts cost a lane.
    starved: busy.filter((lane) => (perLane[lane] ?? 0) < 0.9 * minimums[lane]),
  };
}

async function signIn(house: House, perMinute: number | undefined): Promise<void> {
  if (perMinute === undefined) {
    await house.signIn();
    return;
  }
  const { id, baseUrl, name } = house.connections.offer({
    name: 'Office',
    baseUrl: 'https://fleet.example/v2',
    profile: { limits: { perMinute } },
  });
  const draft = { timeZone: 'America/Sao_Paulo', units: 'km/h', budgetShare: null } as const;
  await house.signIn({
    connectionId: id,
    connection: { name, baseUrl, ...draft, allowPlainHttp: false },
  });
}
