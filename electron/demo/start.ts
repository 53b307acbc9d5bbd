import { chooseDialect } from './http/dialect';
import { buildHttpService } from './http/server';
import { Sessions } from './http/sessions';
import { DemoClock, type Settings } from './http/settings';
import { baseUrl, listen, stopListening } from './listener';
import {
  DEFAULT_RATE,
  DEFAULT_SEED,
  DEFAULT_TOKEN_LIFE,
  DEFAULT_VEHICLES,
  MOST_VEHICLES,
  type DemoOptions,
  type DemoService,
} from './options';
import { DEMO_USERNAME } from './world/fleet/people';
import { World } from './world/world';
import type { HttpService } from './http/server';

/** Known to everybody who reads this: the demo guards nothing. */
const demoAccess: DemoAccess = {
  publicKey: 'pk_demo_4f1c9a7e2b',
  username: DEMO_USERNAME,
  password: 'frota-demo',
};

/** Why a demo service did not start. */
export class DemoStartError extends Error {
  constructor(
    readonly code: 'port-in-use' | 'bad-option' | 'failed',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A demo service that does not listen. */
export interface DemoHttp extends HttpService, Omit<DemoService, 'url' | 'port' | 'close'> {
  readonly world: World;
}

/** What the service knows its callers by. */
export type DemoAccess = Pick<DemoService, 'publicKey' | 'username' | 'password'>;

/** What a test may put in place of parts of the demo service. */
export interface DemoParts {
  /** Another world than the invented one of the seed. */
  makeWorld?(seed: number, vehicles: number, now: () => number): World;
  /** Another key and account than the demo's own. */
  access?: DemoAccess;
  /** Cuts the service off for some milliseconds. */
  outage(milliseconds: number): void;
}

/**
 * Makes the demo service, which does not listen yet.
 * @throws DemoStartError for options out of range
 */
export async function makeDemoService(
  options: Omit<DemoOptions, 'port'>,
  { outage, access = demoAccess, makeWorld = (...of) => new World(...of) }: DemoParts,
): Promise<DemoHttp> {
  const vehicles = whole('vehicles', options.vehicles ?? DEFAULT_VEHICLES, 1, MOST_VEHICLES);
  const seed = whole('seed', options.seed ?? DEFAULT_SEED, 0, 2 ** 31 - 1);
  const settings: Settings = {
    ratePerMinute: whole('rate', options.ratePerMinute ?? DEFAULT_RATE, 1, 10_000_000),
    latencyMs: whole('latency', options.latencyMs ?? 0, 0, 600_000),
    tokenLifeSeconds: whole(
      'token-life',
      options.tokenLifeSeconds ?? DEFAULT_TOKEN_LIFE,
      1,
      31_536_000,
    ),
  };
  const clock = new DemoClock(options.now ?? Date.now);
  const world = makeWorld(seed, vehicles, clock.now);
  const http = await buildHttpService({
    ...access,
    world,
    sessions: new Sessions(seed, clock.now, () => settings.tokenLifeSeconds),
    dialect: chooseDialect(options.dialect),
    clock,
    settings,
    testControl: options.testControl ?? false,
    outage,
  });
  return { ...http, ...access, world, seed, vehicles };
}

/**
 * Starts the demo service on loopback. Of the fleet nothing is computed before it is asked for, so
 * one of 50,000 starts as fast as one of 120; the town is built from then on, in small steps.
 * @throws DemoStartError for a port in use and for options out of range
 */
export async function startDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const port = whole('port', options.port ?? 0, 0, 65_535);
  let takenPort = port;
  let outage: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  const { app, server, world, ...service } = await makeDemoService(options, {
    outage(milliseconds) {
      clearTimeout(outage);
      void stopListening(server);
      outage = setTimeout(() => void listen(server, takenPort), milliseconds);
    },
  });
  try {
    takenPort = await listen(server, port);
  } catch (error) {
    await app.close();
    throw asStartError(error, port);
  }
  openRoads(world, closing.signal);
  return {
    ...service,
    url: baseUrl(takenPort),
    port: takenPort,
    async close() {
      clearTimeout(outage);
      closing.abort();
      await stopListening(server);
      await app.close();
    },
  };
}

/** Has the town ready before the first vehicle is looked for, where it can. */
function openRoads(world: World, signal: AbortSignal): void {
  world.openRoads(signal).catch((fault: unknown) => {
    if (!signal.aborted) throw fault;
  });
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new DemoStartError(
    'bad-option',
    `${name} must be a whole number from ${least} to ${most}.`,
  );
}

function asStartError(error: unknown, port: number): DemoStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new DemoStartError(
      'port-in-use',
      `Port ${port} is in use by another program; choose another one, or 0 for any free port.`,
      error,
    );
  }
  if (code === 'EACCES') {
    return new DemoStartError('failed', `Port ${port} may not be used by this user.`, error);
  }
  return new DemoStartError('failed', message, error);
}
