import { SystemClock } from '@adapters/system-clock';
import type { Connection } from '@contract/connections';
import { fail, FleetdeskError } from '@contract/errors';
import { labelOf } from '@contract/resources';
import { reportFault } from '@core/faults';
import { answerWithTile } from '@main/answer-tile';
import type { PageAnswer } from '@main/page-answers';
import { pageFor } from '@main/windows/pages';
import {
  packMessage,
  unpackMessage,
  type FromMockedMain,
  type ToMockedMain,
} from '../../src/bridge/wire';
import { keepAlerts } from './alert-seeds';
import { InProcessService } from './in-process-service';
import { LaidOver } from './laid-over';
import { memoryWorld } from './memory-world';
import { MockedMain } from './mocked-main';
import { connectionsFile, officeConnections } from './office/connections';
import { queueEveryState, type Known, type Subjects } from './outbox-seeds';
import { stateOf, type NamedState } from './states';

/** Requests a minute that the service allows here, so that nobody waits for the map to fill. */
const PER_MINUTE = 1_200;
const DEFAULT_VEHICLES = 34;

type Send = (message: FromMockedMain) => void;

/** A main process with its demo service, as an address asks for it. */
class Served {
  readonly #main: MockedMain;
  readonly #service: InProcessService;
  readonly #wire: LaidOver;

  private constructor(main: MockedMain, service: InProcessService, state: NamedState) {
    this.#main = main;
    this.#service = service;
    this.#wire = new LaidOver(main.ipc, state);
  }

  static async open(search: URLSearchParams, page: string): Promise<Served> {
    const clock = new SystemClock();
    const state = stateOf(search, clock.now());
    const vehicles = Number(search.get('vehicles') ?? DEFAULT_VEHICLES);
    const service = await InProcessService.make({ vehicles, ratePerMinute: PER_MINUTE });
    const world = memoryWorld(clock, service, service.asDemoFleet());
    const profile = {
      limits: { perMinute: PER_MINUTE },
      optionalOperations: { 'enterprises.list': {} },
    };
    const saved = state.isNewcomer === true ? [] : connections(clock.now());
    await world.files.write(
      'connections.json',
      connectionsFile(saved, saved[0]?.id ?? null, profile),
    );
    const settings = { version: 1, settings: { ...state.settings }, window: null };
    await world.files.write('settings.json', JSON.stringify(settings));
    world.stores.seed = async (store) => {
      const subjects = subjectsOf(service);
      await keepAlerts(store, subjects, clock.now());
      if (state.isOutboxEmpty !== true) await queueEveryState(store, subjects, clock.now());
    };
    const main = await MockedMain.open({ world });
    const served = new Served(main, service, state);
    try {
      for (const file of search.getAll('map')) await main.house.mapSources.add(file);
      if (page === 'index' && saved[0]) {
        await main.signIn(saved[0], service.demo);
        // What is read first stays, as after a connection that broke.
        if (state.isCutOff === true) setTimeout(() => service.cutOff(), 5_000);
      }
      return served;
    } catch (caught) {
      await served.close();
      throw caught;
    }
  }

  /** Lets a page speak to main until the answer is called. */
  attach(page: string, send: Send): () => void {
    const show = (): void => {
      const wanted = pageFor(this.#main.house.session.state());
      if (wanted !== null && wanted !== page) send({ kind: 'show', page: wanted });
    };
    show();
    const stopWatching = this.#main.house.session.subscribe(show);
    const stopHearing = this.#wire.onEvent((message) => {
      send({ kind: 'event', message });
    });
    return () => {
      stopWatching();
      stopHearing();
    };
  }

  /** Answers a tile of a map as the app's protocol does. */
  tile(path: string): Promise<PageAnswer> {
    const url = new URL(path, 'fleetdesk://app').href;
    return answerWithTile({ url, method: 'GET' }, this.#main.house.mapSources);
  }

  async take(message: ToMockedMain, send: Send): Promise<void> {
    if (message.kind === 'cancel') this.#wire.cancel(message.callId);
    if (message.kind !== 'call') return;
    const { id, channel, input, callId } = message;
    send({ kind: 'answer', id, answer: await this.#wire.invoke(channel, input, callId) });
  }

  async close(): Promise<void> {
    await this.#main.close();
    await this.#service.close();
  }
}

/** The first one is where a demo service may be, so that the map draws its streets. */
function connections(now: number): Connection[] {
  const [first, ...others] = officeConnections(now);
  return [{ ...first, baseUrl: 'http://127.0.0.1:8080/v2' }, ...others];
}

/** Records of the demo's fleet by their numbers. */
function subjectsOf({ demo: { world } }: InProcessService): Subjects {
  return {
    vehicle: (index) => known('vehicles', numbered(world.vehicles, index)),
    user: (index) => known('users', numbered(world.users, index)),
    device: (index) => known('devices', numbered(world.devices, index)),
  };
}

type Demo = { readonly id: string; readonly type?: string; readonly brand?: string | null };

function numbered<T>(all: { size: number; at(index: number): T | undefined }, index: number): T {
  const record = all.at(index % all.size);
  if (record === undefined) throw new Error(`The demo has no record ${index}.`);
  return record;
}

/** A record of the demo by the app's names, which are its own but for these. */
function known(collection: 'vehicles' | 'users' | 'devices', record: Demo): Known {
  const fields = { ...record, typeName: record.type ?? null, brandName: record.brand ?? null };
  return { collection, key: record.id, label: labelOf(collection, fields) ?? record.id, fields };
}

let served: { readonly key: string; readonly main: Promise<Served> } | null = null;

/**
 * One page's talk with its main. Pages of one address have the same, so that a reload finds what
 * was done before; another address begins with another one. Where main can't be started, every
 * call is answered with the reason, and the next page tries again.
 */
export function talk(reply: (text: string) => void): {
  hear(text: string): void;
  leave(): void;
} {
  const send: Send = (message) => {
    reply(packMessage(message));
  };
  let main: Promise<Served> | null = null;
  let detach = (): void => undefined;
  let hasLeft = false;
  const answerFailed = (message: ToMockedMain, fault: unknown): void => {
    if (message.kind !== 'call') return;
    send({ kind: 'answer', id: message.id, answer: fail(FleetdeskError.from(fault)) });
  };
  return {
    hear: (text) => {
      const message = unpackMessage(text) as ToMockedMain;
      if (message.kind === 'open') {
        main = mainFor(message.search, message.page);
        main.then(
          (opened) => {
            if (!hasLeft) detach = opened.attach(message.page, send);
          },
          (fault: unknown) => {
            console.error('The mocked main process could not be started.', fault);
          },
        );
        return;
      }
      main
        ?.then((opened) => opened.take(message, send))
        .catch((fault: unknown) => {
          answerFailed(message, fault);
        });
    },
    leave: () => {
      hasLeft = true;
      detach();
    },
  };
}

function mainFor(search: string, page: string): Promise<Served> {
  if (served?.key === search) return served.main;
  const before = served;
  const begun = { key: search, main: Served.open(new URLSearchParams(search), page) };
  served = begun;
  begun.main.catch(() => {
    if (served === begun) served = null;
  });
  if (before !== null) {
    end(before.main).catch((fault: unknown) => {
      reportFault('a mocked main process could not be ended', fault);
    });
  }
  return begun.main;
}

/** Ends a main process; one that could not be started has nothing to end. */
async function end(main: Promise<Served>): Promise<void> {
  const opened = await main.catch(() => null);
  await opened?.close();
}

/** A tile of a map that the main process of the page has; 404 while there is none. */
export async function answerTile(
  path: string,
): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const answer = await (await served?.main.catch(() => null))?.tile(path);
  return {
    status: answer?.status ?? 404,
    type: answer?.headers['Content-Type'] ?? '',
    bytes: new Uint8Array(answer?.body ?? []),
  };
}

/** Ends the main process that runs. */
export async function endAll(): Promise<void> {
  const before = served;
  served = null;
  if (before !== null) await end(before.main);
}
