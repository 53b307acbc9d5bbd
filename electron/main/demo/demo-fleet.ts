import demoProfile from '@resources/profiles/demo.json';
import type { SessionState } from '@contract/session';
import type { Streets } from '@contract/streets';
import { reportFault } from '@core/faults';
import type { ActiveSession, DemoSignIn } from '@core/session/session';
import type { DemoWorker } from './demo-worker';

/** Zone of the town that the demo service invents; its days begin there. */
const demoTimeZone = 'America/Sao_Paulo';

/** What the demo fleet needs of the session. */
export interface DemoSession {
  active(): ActiveSession | null;
  subscribe(listener: (state: SessionState) => void): () => void;
  signInDemo(demo: DemoSignIn): Promise<SessionState>;
}

/** What the demo fleet needs. */
export interface DemoFleetOptions {
  session: DemoSession;
  /** Starts a demo service of so many vehicles; null takes its own default. */
  startWorker(vehicles: number | null): Promise<DemoWorker>;
  /** The seed of a demo service outside the app, at the address of a connection; null for none. */
  seedAt(baseUrl: string): Promise<number | null>;
  /** Draws the streets of a seed, off the main thread. */
  drawStreets(seed: number): Promise<Streets>;
}

/** The demo fleet: a demo service inside the app, and the streets of its invented town. */
export class DemoFleet {
  readonly #options: DemoFleetOptions;
  readonly #release: () => void;
  #worker: DemoWorker | null = null;
  #starting: Promise<SessionState> | null = null;
  /** Streets of demo services elsewhere, by seed. */
  readonly #drawn = new Map<number, Promise<Streets>>();

  constructor(options: DemoFleetOptions) {
    this.#options = options;
    this.#release = options.session.subscribe(() => {
      this.#endWhenLeft();
    });
  }

  /** Starts the demo service and signs in to it. @throws FleetdeskError `demo-failed` */
  start(vehicles: number | null): Promise<SessionState> {
    this.#starting ??= this.#start(vehicles).finally(() => {
      this.#starting = null;
      this.#endWhenLeft();
    });
    return this.#starting;
  }

  /** Streets of the demo fleet that is signed in to; null on any other connection. */
  async streets(): Promise<Streets | null> {
    const active = this.#options.session.active();
    if (active === null) return null;
    if (active.connection.isDemo) return (await this.#worker?.streets()) ?? null;
    const seed = await this.#options.seedAt(active.connection.baseUrl);
    return seed === null ? null : this.#draw(seed);
  }

  /** Ends the demo service. */
  async stop(): Promise<void> {
    this.#release();
    await this.#end();
  }

  async #start(vehicles: number | null): Promise<SessionState> {
    const before = this.#worker;
    const worker = await this.#options.startWorker(vehicles);
    try {
      const { url, publicKey, username, password } = worker;
      const demo = {
        ...{ url, publicKey, username, password, timeZone: demoTimeZone },
        profile: demoProfile,
      };
      this.#worker = worker;
      const state = await this.#options.session.signInDemo(demo);
      await before?.end();
      return state;
    } catch (fault) {
      this.#worker = before;
      await worker.end();
      throw fault;
    }
  }

  /** The service has no reason to run once its fleet is no longer signed in to. */
  #endWhenLeft(): void {
    if (this.#starting !== null || this.#options.session.active()?.connection.isDemo === true)
      return;
    this.#end().catch((fault: unknown) => {
      reportFault('the demo service could not be ended', fault);
    });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.end();
  }

  #draw(seed: number): Promise<Streets> {
    const known = this.#drawn.get(seed);
    if (known !== undefined) return known;
    const drawn = this.#options.drawStreets(seed);
    this.#drawn.set(seed, drawn);
    drawn.catch(() => this.#drawn.delete(seed));
    return drawn;
  }
}
