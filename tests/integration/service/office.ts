import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemRandom } from '@adapters/random';
import { NodeDigest } from '@adapters/digest';
import { AppFiles } from '@adapters/files/app-files';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { nodeNetwork } from '@adapters/http/node-network';
import { PassphraseVaults } from '@adapters/keychain/passphrase-keychain';
import { SystemClock } from '@adapters/system-clock';
import type { SignIn } from '@contract/session';
import { MachineFiles } from '@adapters/files/machine-files';
import { RequestBudget } from '@core/budget/request-budget';
import type { Clock } from '@core/ports/clock';
import type { HttpAnswer, HttpRequest, HttpTransport } from '@core/ports/http-transport';
import { ServiceClient } from '@core/service/service-client';
import { readConnectionFile } from '@core/session/connection-file';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { startDemoService, type DemoOptions, type DemoService } from '../../../electron/demo';
import { MemoryKeychain } from '../../unit/core/session/house';
import { settle } from '../../unit/core/virtual-clock';

/** Far above what any test sends, so that only those about the limit meet it. */
const NO_LIMIT = 60_000;

/** A transport that knows what is under way and shortens the patience of its callers. */
class WatchedTransport implements HttpTransport {
  readonly #inner = new AxiosTransport(nodeNetwork);
  inFlight = 0;
  sent = 0;
  /** Longest wait for an answer, real milliseconds, and largest answer that is read, bytes. */
  patience = 30_000;
  appetite = Infinity;

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer> {
    this.inFlight += 1;
    this.sent += 1;
    try {
      const timeout = Math.min(request.timeout, this.patience);
      const maxBytes = Math.min(request.maxBytes, this.appetite);
      return await this.#inner.send({ ...request, timeout, maxBytes }, signal);
    } finally {
      this.inFlight -= 1;
    }
  }

  findRedirect(request: HttpRequest, signal?: AbortSignal): Promise<string | null> {
    return this.#inner.findRedirect(request, signal);
  }
}

/** Files that know what is under way: reading and removing take real time as well as writing. */
class WatchedFiles extends AppFiles {
  underWay = 0;

  override read(name: string): Promise<string | null> {
    return this.#watch(super.read(name));
  }

  override write(name: string, text: string): Promise<void> {
    return this.#watch(super.write(name, text));
  }

  override remove(name: string): Promise<void> {
    return this.#watch(super.remove(name));
  }

  async #watch<T>(work: Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work;
    } finally {
      this.underWay -= 1;
    }
  }
}

/** Ledgers that know what is under way, the wait for the lock included. */
class WatchedLedgers extends MachineFiles {
  underWay = 0;

  override read(name: string): Promise<string | null> {
    return this.#watch(super.read(name));
  }

  override alone<T>(task: () => Promise<T>): Promise<T> {
    return this.#watch(super.alone(task));
  }

  async #watch<T>(work: Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work;
    } finally {
      this.underWay -= 1;
    }
  }
}

/** How an office is opened. */
export interface OfficeOptions {
  demo?: DemoOptions;
  /** The demo service's limit and the app's profile of it. */
  perMinute?: number;
  /** More keys of the service profile. */
  profile?: Readonly<Record<string, unknown>>;
  clock?: Clock;
  /** Shares a demo service with another office. */
  service?: DemoService;
}

/** The app from its use cases down to the wire, on real files and a demo service over HTTP. */
export class Office {
  readonly service: DemoService;
  readonly folder: string;
  readonly clock: Clock;
  readonly files: WatchedFiles;
  /** Those of the process that runs. */
  ledgers!: WatchedLedgers;
  readonly keychain = new MemoryKeychain();
  readonly transport = new WatchedTransport();
  readonly #options: OfficeOptions;
  budget!: RequestBudget;
  connections!: Connections;
  session!: Session;
  client!: ServiceClient;

  private constructor(service: DemoService, folder: string, options: OfficeOptions) {
    this.service = service;
    this.folder = folder;
    this.#options = options;
    this.clock = options.clock ?? new SystemClock();
    this.files = new WatchedFiles(folder);
  }

  static async open(options: OfficeOptions = {}): Promise<Office> {
    const service =
      options.service ??
      (await startDemoService({
        testControl: true,
        ratePerMinute: options.perMinute ?? NO_LIMIT,
        ...options.demo,
      }));
    const folder = await mkdtemp(join(tmpdir(), 'fleetdesk-office-'));
    const office = new Office(service, folder, options);
    await office.start();
    return office;
  }

  /** A new process on what the last one left. */
  async start(): Promise<void> {
    const { clock, files, transport, keychain } = this;
    const digest = new NodeDigest();
    this.ledgers = new WatchedLedgers(this.folder);
    this.budget = new RequestBudget({ clock, ledgers: this.ledgers, digest });
    this.connections = new Connections({ clock, files, random: new SystemRandom() });
    await this.connections.load();
    const { budget, connections } = this;
    this.session = new Session({
      ...{ clock, files, digest, transport, budget, connections, keychain },
      passphrases: new PassphraseVaults(files),
    });
    this.client = new ServiceClient({ clock, transport, budget, session: this.session });
  }

  /** The sign-in of the demo's user, on a connection file that carries the profile. */
  signInInput(change: Partial<SignIn> = {}): SignIn {
    const { perMinute = NO_LIMIT, profile = {} } = this.#options;
    const file = {
      name: 'Demo over HTTP',
      baseUrl: this.service.url,
      timeZone: 'America/Sao_Paulo',
      profile: { ...profile, limits: { perMinute } },
    };
    const connection = this.connections.offer(readConnectionFile(JSON.stringify(file)));
    const { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp } = connection;
    return {
      connectionId: connection.id,
      connection: { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp },
      publicKey: this.service.publicKey,
      username: this.service.username,
      password: this.service.password,
      place: 'keychain',
      ...change,
    };
  }

  async signIn(change: Partial<SignIn> = {}): Promise<void> {
    await this.session.signIn(this.signInInput(change));
  }

  /** Speaks to the demo's control endpoints. */
  async control<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(new URL(`/control/${path}`, this.service.url), {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Waits until nothing is under way, neither on the wire nor on the disk. */
  async calm(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await settle();
      while (this.transport.inFlight + this.files.underWay + this.ledgers.underWay > 0) {
        quiet = 0;
        await settle();
      }
    }
  }

  /** Ends the process in good order. */
  async stop(): Promise<void> {
    await this.session.close();
    await this.budget.close();
    await this.files.idle();
    await this.ledgers.idle();
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#options.service === undefined) await this.service.close();
    // What a request that just failed still notes in the ledger comes before the folder goes.
    await this.calm();
    await rm(this.folder, { recursive: true, force: true });
  }
}
