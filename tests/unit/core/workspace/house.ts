import { vi } from 'vitest';
import type { SessionState } from '@contract/session';
import { Feed } from '@core/feed';
import type { Keychain } from '@core/ports/keychain';
import { defaultProfile } from '@core/service/profile';
import type { ActiveSession } from '@core/session/session';
import { StoreKeeper } from '@core/store/store-keeper';
import type { Workspace, SessionView } from '@core/workspace/workspace';
import { Workspaces } from '@core/workspace/workspaces';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain, MemoryVaults } from '../session/house';
import { FakeStores } from '../store/fake-stores';
import { VirtualClock } from '../virtual-clock';
import { madeConnection } from '../../main/made-connection';

const signedOut: SessionState = {
  phase: 'signed-out',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
};

/** A session that becomes whatever a test says. */
export class FakeSession implements SessionView {
  readonly #feed = new Feed<SessionState>('the test');
  readonly #keychain: Keychain;
  #state = signedOut;
  #active: ActiveSession | null = null;

  constructor(keychain: Keychain, phase: SessionState['phase'] = 'signed-out') {
    this.#keychain = keychain;
    this.#state = { ...signedOut, phase };
  }

  state(): SessionState {
    return this.#state;
  }

  active(): ActiveSession | null {
    return this.#active;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  become(
    identity: string | null,
    phase: SessionState['phase'] = 'signed-in',
    link: 'online' | 'offline' = 'online',
    storage: ActiveSession['storage'] = {
      keychain: this.#keychain,
      account: identity ?? '',
    },
  ): void {
    this.#active =
      identity === null
        ? null
        : { identity, connection: madeConnection(), profile: defaultProfile, storage };
    this.#state = { ...signedOut, phase, link: { ...signedOut.link, state: link } };
    this.#feed.publish(this.#state);
  }

  /** Nobody can go on by themselves: what a start without a session that is open finds. */
  find(found: Pick<SessionState, 'keychain' | 'place'>): void {
    this.#state = { ...signedOut, ...found };
    this.#feed.publish(this.#state);
  }
}

/** Workspace whose parts only note what is done to them. */
function made(
  identity: string,
  on: Pick<Workspace, 'store' | 'isKept'>,
  starts: () => Promise<void> | undefined,
  reads: () => Promise<void>,
) {
  const work = () => ({ start: vi.fn(() => starts()), stop: vi.fn(), wake: vi.fn() });
  const entries: { id: string; state: string }[] = [];
  const feed = new Feed<unknown>('the test');
  const outbox = {
    ...work(),
    entries,
    feed,
    isPaused: false,
    subscribe: (listener: () => void) => feed.subscribe(listener),
    pause: vi.fn((isPaused: boolean) => {
      outbox.isPaused = isPaused;
      return Promise.resolve();
    }),
    snapshot: () => ({ entries, isPaused: outbox.isPaused, secondsLeft: null }),
    discard: vi.fn((id: string) => {
      const index = entries.findIndex((entry) => entry.id === id);
      entries.splice(index, 1);
      return Promise.resolve();
    }),
  };
  return {
    identity,
    described: {},
    ...on,
    records: work(),
    lists: work(),
    associations: work(),
    fleet: { ...work(), vehiclesRead: reads() },
    live: {
      ...work(),
      attend: vi.fn(),
      release: vi.fn(),
      readKept: vi.fn(),
      tellDue: vi.fn(() => Promise.resolve()),
      recalled: Promise.resolve(),
    },
    zones: work(),
    alerts: work(),
    labels: work(),
    trajectories: {},
    outbox,
    met: work(),
    rowChecks: work(),
  };
}

/** Workspace as `WorkspacesHouse` builds them. */
export type Made = ReturnType<typeof made>;

/** Everything around `Workspaces`: a session of `a` or `b`, a keeper of stores, workspace that note. */
export class WorkspacesHouse {
  readonly clock = new VirtualClock();
  readonly files: MemoryFiles;
  readonly keychain: MemoryKeychain;
  readonly session: FakeSession;
  readonly stores: FakeStores;
  readonly keeper: StoreKeeper;
  /** The workspace that were told of, with null for nobody's. */
  readonly changes: (Made | null)[] = [];
  readonly workspaces: Workspaces;
  /** What is shown before a workspace is there. */
  readonly first = {
    show: vi.fn((_active: ActiveSession, _isWanted: () => boolean) => Promise.resolve()),
    hide: vi.fn(),
    giveWay: vi.fn(),
    noteLook: vi.fn(),
    isShown: false,
  };
  /** How long parts take to start. */
  starts: () => Promise<void> | undefined = () => undefined;
  /** How long it takes to read the vehicles that are kept. */
  reads: () => Promise<void> = () => Promise.resolve();

  /** @param last whose process was killed: a new one begins on what it left, and looks for a session */
  constructor(last?: WorkspacesHouse) {
    this.files = last?.files ?? new MemoryFiles();
    this.keychain = last?.keychain ?? new MemoryKeychain();
    this.stores = last?.stores ?? new FakeStores();
    this.stores.endProcess();
    this.session = new FakeSession(this.keychain, last && 'restoring');
    const { clock, files, keychain, session, stores } = this;
    for (const identity of ['a', 'b']) keychain.entries.set(identity, 'tokens');
    this.keeper = new StoreKeeper({
      ...{ stores, clock, files, keychain },
      passphrases: new MemoryVaults(),
    });
    this.workspaces = new Workspaces({
      ...{ session, keeper: this.keeper, stores, clock, first: this.first },
      build: ({ identity }, on) =>
        made(
          identity,
          on,
          () => this.starts(),
          () => this.reads(),
        ) as unknown as Workspace,
      onChange: (workspace) => this.changes.push(workspace as unknown as Made | null),
    });
  }

  /** The workspace of the user who is signed in. */
  async own(): Promise<Made> {
    return (await this.workspaces.get()) as unknown as Made;
  }

  /** Lets the session become somebody's, or nobody's, and everything follow. */
  async become(...terms: Parameters<FakeSession['become']>): Promise<void> {
    this.session.become(...terms);
    await this.workspaces.settled();
  }

  /** Whose workspace were told of, in order. */
  identities(): (string | null)[] {
    return this.changes.map((each) => each?.identity ?? null);
  }
}
