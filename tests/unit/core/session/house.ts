import { Buffer } from 'node:buffer';
import { unmanaged, type ManagedState } from '@contract/managed';
import type { SignIn } from '@contract/session';
import { RequestBudget } from '@core/budget/request-budget';
import { Capabilities } from '@core/capabilities/capabilities';
import type { Files } from '@core/ports/files';
import type { HttpTransport } from '@core/ports/http-transport';
import { KeychainFailure, type Keychain } from '@core/ports/keychain';
import type { PassphraseKeychains } from '@core/ports/passphrase-keychains';
import { ServiceClient } from '@core/service/service-client';
import { WorkOffline } from '@core/service/work-offline';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { digest } from '../digest';
import { MemoryFiles } from '../memory-files';
import { MemoryMachine, type MemoryProcess } from '../memory-machine';
import { ScriptedTransport, type Reply, type SeenRequest } from '../scripted-transport';
import { VirtualClock } from '../virtual-clock';

/** A keychain in memory that a test can lock, take away or fill with nonsense. */
export class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  fault: KeychainFailure['kind'] | null = null;
  /** A refused unlock looks like "no entry". */
  isMute = false;

  read(account: string): Promise<string | null> {
    if (this.fault) return Promise.reject(new KeychainFailure(this.fault, this.fault));
    return Promise.resolve(this.isMute ? null : (this.entries.get(account) ?? null));
  }

  write(account: string, secret: string): Promise<void> {
    if (this.fault) return Promise.reject(new KeychainFailure(this.fault, this.fault));
    if (this.isMute) return Promise.reject(new KeychainFailure('locked', 'locked'));
    this.entries.set(account, secret);
    return Promise.resolve();
  }

  remove(account: string): Promise<boolean> {
    if (this.fault) return Promise.reject(new KeychainFailure(this.fault, this.fault));
    return Promise.resolve(!this.isMute && this.entries.delete(account));
  }
}

/** Passphrase keychains without the cost of a real derivation. */
export class MemoryVaults implements PassphraseKeychains {
  readonly entries = new Map<string, { passphrase: string; secret: string }>();

  open(passphrase: string): Keychain {
    return {
      read: (account) => {
        const entry = this.entries.get(account);
        if (!entry) return Promise.resolve(null);
        if (entry.passphrase === passphrase) return Promise.resolve(entry.secret);
        return Promise.reject(new KeychainFailure('wrong-passphrase', 'wrong'));
      },
      write: (account, secret) => {
        this.entries.set(account, { passphrase, secret });
        return Promise.resolve();
      },
      remove: (account) => Promise.resolve(this.entries.delete(account)),
    };
  }

  discard(account: string): Promise<boolean> {
    return Promise.resolve(this.entries.delete(account));
  }
}

/** A token as the service issues them: a JWT whose signature is nobody's business here. */
export function token(name: string, times: { iat?: number; exp?: number } = {}): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: name, ...times })}.signature`;
}

/** A token service with rotating pairs, as the service defaults describe it. */
export class TokenService {
  readonly #clock: VirtualClock;
  #count = 0;
  /** Seconds; null issues opaque tokens. */
  life: number | null = 900;
  validToken: string | null = null;
  validRefresh: string | null = null;
  /** Refresh tokens that got an answer. */
  readonly spent = new Set<string>();
  /** Refresh tokens that came again after an answer to them. */
  readonly reused: string[] = [];

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  issue(): { token: string; refresh_token: string } {
    this.#count += 1;
    const iat = Math.floor(this.#clock.now() / 1000);
    const name = `token-${this.#count}`;
    this.validToken = this.life === null ? name : token(name, { iat, exp: iat + this.life });
    this.validRefresh = `refresh-${this.#count}`;
    return { token: this.validToken, refresh_token: this.validRefresh };
  }

  logIn(): Reply {
    return { json: { data: this.issue() } };
  }

  refresh(request: SeenRequest): Reply {
    const { refresh_token: refreshToken } = request.json as { refresh_token: string };
    if (this.spent.has(refreshToken)) this.reused.push(refreshToken);
    if (refreshToken !== this.validRefresh) {
      this.spent.add(refreshToken);
      return { status: 401, json: { error: { message: 'refresh token is not valid' } } };
    }
    this.spent.add(refreshToken);
    return { json: { data: this.issue() } };
  }

  accepts(request: SeenRequest): boolean {
    return request.headers['authorization'] === `Bearer ${this.validToken}`;
  }
}

/** A sign-in as the form sends it. */
export const signIn: SignIn = {
  connectionId: null,
  connection: {
    name: 'Office',
    baseUrl: 'https://fleet.example/v2',
    timeZone: 'America/Sao_Paulo',
    units: 'km/h',
    budgetShare: null,
    allowPlainHttp: false,
  },
  publicKey: 'public-key-1',
  username: 'ana',
  password: 'segredo-da-ana',
  place: 'keychain',
};

/** Everything between the screens and the wire, on a virtual clock and in memory. */
export class House {
  readonly clock: VirtualClock;
  readonly files: MemoryFiles;
  readonly keychain: MemoryKeychain;
  readonly vaults: MemoryVaults;
  readonly transport: ScriptedTransport;
  readonly tokens: TokenService;
  budget!: RequestBudget;
  connections!: Connections;
  session!: Session;
  capabilities!: Capabilities;
  service!: ServiceClient;
  readonly workOffline: WorkOffline;
  /** What the administrator decided; it counts from the next start on. */
  managed: Pick<ManagedState, 'services' | 'problems'> = unmanaged;
  #random = 0;
  #life = 0;
  readonly #machine: MemoryMachine;
  #process: MemoryProcess;
  /** Milliseconds that the keychain takes for a write. */
  keychainDelay = 0;

  private constructor(clock: VirtualClock) {
    this.clock = clock;
    this.workOffline = new WorkOffline(this);
    this.files = new MemoryFiles();
    this.#machine = new MemoryMachine(this.files);
    this.#process = this.#machine.start();
    this.keychain = new MemoryKeychain();
    this.vaults = new MemoryVaults();
    this.transport = new ScriptedTransport(clock);
    this.tokens = new TokenService(clock);
    this.answer(() => ({ json: { data: [] } }));
  }

  static async open(): Promise<House> {
    const house = new House(new VirtualClock());
    await house.start();
    return house;
  }

  /**
   * A new process on what the last one left. The old one need not have said goodbye: whatever it
   * still tries has no effect and no end.
   */
  async start(): Promise<void> {
    const life = (this.#life += 1);
    this.#process.kill();
    this.#process = this.#machine.start();
    const alive = <T>(action: () => Promise<T>): Promise<T> =>
      life === this.#life ? action() : new Promise<T>(() => undefined);
    const { clock, transport: wire, files: disk, keychain: ring } = this;
    const files: Files = {
      read: (name) => alive(() => disk.read(name)),
      write: (name, text) => alive(() => disk.write(name, text)),
      remove: (name) => alive(() => disk.remove(name)),
      setAside: (name) => alive(() => disk.setAside(name)),
    };
    const keychain: Keychain = {
      read: (account) => alive(() => ring.read(account)),
      write: async (account, secret) => {
        if (this.keychainDelay > 0) {
          await new Promise<void>((resolve) => clock.after(this.keychainDelay, resolve));
        }
        await alive(() => ring.write(account, secret));
      },
      remove: (account) => alive(() => ring.remove(account)),
    };
    const transport: HttpTransport = {
      send: async (request, signal) => {
        const answer = await alive(() => wire.send(request, signal));
        return alive(() => Promise.resolve(answer));
      },
      findRedirect: () => alive(() => wire.findRedirect()),
    };
    this.budget = new RequestBudget({ clock, ledgers: this.#process, digest });
    const random = { fraction: () => 0.5, id: () => `connection-${(this.#random += 1)}` };
    this.connections = new Connections({ files, clock, random });
    await this.connections.load();
    const { budget, connections, vaults: passphrases, workOffline } = this;
    this.session = new Session({
      ...{ clock, files, digest, transport, budget, connections, keychain, passphrases },
      ...{ workOffline, managed: this.managed },
    });
    this.capabilities = new Capabilities({ clock, session: this.session });
    this.service = new ServiceClient({
      ...{ clock, transport, budget, workOffline },
      session: this.session,
      permissions: this.capabilities,
    });
  }

  /** Answers authentication as the service does, everything else by a script. */
  answer(script: (request: SeenRequest) => Reply): void {
    this.transport.script = (request) => {
      if (request.plainPath === '/v2/auth/login') return this.tokens.logIn();
      if (request.plainPath === '/v2/auth/refresh-token') return this.tokens.refresh(request);
      if (!this.tokens.accepts(request)) return { status: 401, json: { message: 'Unauthorized' } };
      return script(request);
    };
  }

  /** Lets a promise come to its end, whatever time that takes, and answers how it ended. */
  async end<T>(promise: Promise<T>, longest = 300_000): Promise<T> {
    let isDone = false;
    const done = promise.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    for (let waited = 0; !isDone && waited < longest; waited += 100) await this.clock.advance(100);
    if (!isDone) throw new Error(`Nothing came of it within ${longest} ms.`);
    await done;
    return promise;
  }

  async signIn(change: Partial<SignIn> = {}): Promise<void> {
    await this.end(this.session.signIn({ ...signIn, ...change }));
  }
}
