import type { Attention } from '@contract/fixes';
import type { SessionState, SignOut } from '@contract/session';
import { tried } from '../faults';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import type { Stores } from '../ports/stores';
import type { ActiveSession } from '../session/session';
import { Serial } from '../session/serial';
import { signedOutError } from '../service/authority';
import { storeClosedError } from '../store/store-errors';
import type { StoreKeeper } from '../store/store-keeper';
import { withinTime } from '../within-time';
import {
  dismissWorkspace,
  isNobodys,
  leaveStandIn,
  readFirst,
  startWorkspace,
  wakeWorkspace,
  type Workspace,
  type SessionView,
} from './workspace';
import { discardUnsent } from './discard-unsent';
import type { FirstShown } from './first-shown';
import { LeavingStore } from './leaving-store';

/** So long, ms, screens on which nothing is shown yet wait for a store that opens. */
const PATIENCE = 8_000;

/** So long, ms, they wait for the whole fleet: all lists are made again with each part. */
const WHOLE_WITHIN = 2_000;

/** What is needed to keep what belongs to the signed-in user. */
export interface WorkspacesOptions {
  session: SessionView;
  keeper: StoreKeeper;
  /** Where a store comes from that stands in for one that can't be opened. */
  stores: Pick<Stores, 'openInMemory' | 'letGo'>;
  clock: Clock;
  build(active: ActiveSession, on: { store: Store; isKept: boolean }): Workspace;
  /** Called after another user signed in, the user signed out, or the store opened. */
  onChange(workspace: Workspace | null): void;
  /** Shows what is kept of the fleet while the store is being checked; nothing where it is missing. */
  first?: Pick<FirstShown, 'show' | 'noteLook' | 'hide' | 'giveWay' | 'isShown'>;
}

/**
 * Keeps store, records, outbox, live tracking and trajectories for the signed-in user: built
 * once their store is open, ended at sign-out, never shared by two identities. While a store can't
 * be opened they use one in memory, for reading alone. An expired session keeps them, so that
 * the screens stay readable; they go on once it is renewed or the link is back.
 */
export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #releases: (() => void)[];
  /** Opening and ending, one after the other: no store is let go of while another opens it. */
  readonly #serial = new Serial();
  #last: Promise<unknown> = Promise.resolve();
  readonly #attention = new Map<number, Attention>();
  #identity: string | null = null;
  /** Another one with everybody who comes or goes: what was begun for one is not for the next. */
  #turn = 0;
  #workspace: Workspace | null = null;
  readonly #leaving: LeavingStore;
  /** Ends a wait that is for nobody any more. */
  #endWait: () => void = () => undefined;
  #wasReady = false;
  /** Something came back since the newest workspace was built. */
  #isWoken = false;
  #isRestored = false;

  constructor(options: WorkspacesOptions) {
    this.#options = options;
    this.#leaving = new LeavingStore(options.keeper);
    this.#releases = [
      options.session.subscribe((state) => {
        this.#follow(state);
      }),
      options.keeper.subscribe(() => {
        this.#followStore();
      }),
    ];
    this.#follow(options.session.state());
  }

  /** What belongs to the signed-in user. @throws FleetdeskError `unauthenticated`/`signed-out` */
  async get(): Promise<Workspace> {
    const turn = this.#turn;
    while (this.#workspace === null) {
      if (this.#identity === null || turn !== this.#turn) throw signedOutError();
      const last = this.#last;
      await last;
      if (this.#workspace === null && last === this.#last) throw storeClosedError();
    }
    return this.#workspace;
  }

  /** The same, to change something. @throws FleetdeskError `store-damaged`/`store-closed` too */
  async toWrite(): Promise<Workspace> {
    const workspace = await this.get();
    if (!workspace.isKept) throw storeClosedError();
    return workspace;
  }

  /** The same, or null while nobody is signed in or their store opens. */
  peek(): Workspace | null {
    return this.#workspace;
  }

  /** The machine woke up: what waited for a moment that has passed goes on now. */
  wake(): void {
    this.#isWoken = true;
    if (this.#workspace !== null) wakeWorkspace(this.#workspace);
  }

  /** What a window shows; it is remembered for live tracking that is built again. */
  async attend(windowId: number, attention: Attention): Promise<void> {
    this.#attention.set(windowId, attention);
    this.#options.first?.noteLook();
    const { live } = await this.get();
    // The window may show something else by now, or be gone.
    if (this.#attention.get(windowId) === attention) live.attend(windowId, attention);
  }

  /** A window is gone, or another page in it. */
  release(windowId: number): void {
    this.#attention.delete(windowId);
    this.#workspace?.live.release(windowId);
  }

  /** Unsent changes that end with the process, since the store lives in memory. */
  unsentInMemory(): number {
    if (this.#options.keeper.state().phase !== 'inMemory') return 0;
    return this.#workspace?.outbox.snapshot().entries.length ?? 0;
  }

  /**
   * Removes what is kept of the service, or trails and replayed days alone, for good and reads it
   * again; what is unsent stays. @throws FleetdeskError `store-damaged` where it could not be removed
   */
  async erase(what: 'everything' | 'tracks' = 'everything'): Promise<void> {
    const turn = this.#turn;
    const { store } = await this.toWrite();
    const erased = this.#serial.run(async () => {
      if (turn !== this.#turn || store !== this.#options.keeper.store) throw storeClosedError();
      await this.#part();
      try {
        await (what === 'tracks' ? store.eraseTracks() : store.eraseCached());
      } finally {
        await this.#build(store, turn);
      }
    });
    this.#last = erased.catch(() => undefined);
    await erased;
  }

  /**
   * Makes ready for a sign-out: what is unsent is dropped or stays, what is kept is erased or
   * stays. A store in which nothing unsent remains is erased whole, with its key, once it closes;
   * that is noted before, for the case that this run ends there.
   * @throws FleetdeskError `unauthenticated`/`signed-out` where they have left by the time all is
   * ready: neither the wishes nor the sign-out are meant for the next one
   */
  async leave({ unsent, erase }: SignOut): Promise<void> {
    const turn = this.#turn;
    const identity = this.#identity;
    const refuseNext = (): void => {
      if (turn !== this.#turn) throw signedOutError();
    };
    this.#leaving.reset();
    if (identity === null) return;
    await this.#leaving.takeBack();
    refuseNext();
    const workspace = this.#workspace;
    if (workspace === null || !workspace.isKept) {
      // What waits in a store that is not open, or not yet, can't be told; with all of it given
      // up, it goes.
      if (erase && unsent === 'discard')
        await this.#leaving.wish(identity, 'everything', refuseNext);
      return;
    }
    const { outbox, store } = workspace;
    if (unsent === 'discard') await discardUnsent(outbox, this.#options.clock);
    refuseNext();
    if (!erase) return;
    const isEmpty = (await store.openEntries()).length === 0;
    refuseNext();
    if (isEmpty) await this.#leaving.wish(identity, 'unless-unsent', refuseNext);
    else await store.eraseCached();
    refuseNext();
  }

  /**
   * Ends a sign-out that was made ready, however it went: where nobody left, nothing is to be
   * erased any more. Resolves as `settled`.
   */
  async left(): Promise<void> {
    if (this.#identity !== null && this.#leaving.reset() !== 'nothing') {
      await this.#leaving.takeBack();
    }
    await this.settled();
  }

  /** Resolves once everything that was begun is opened or ended. */
  async settled(): Promise<void> {
    let last: Promise<unknown> | null = null;
    while (last !== this.#last) await (last = this.#last);
  }

  /** Ends all work and closes the store; a sign-out under way has its wishes carried out. */
  async close(): Promise<void> {
    for (const release of this.#releases) release();
    this.#identity = null;
    this.#turn += 1;
    this.#endWait();
    const erasing = this.#leaving.wished;
    await this.#run(async () => {
      await this.#part();
      await this.#leaving.close(erasing);
      await this.#options.stores.letGo();
    });
  }

  #follow(state: SessionState): void {
    const active = this.#options.session.active();
    const identity = active?.identity ?? null;
    if (identity !== this.#identity) {
      this.#identity = identity;
      void this.#become(active);
    }
    if (!this.#isRestored && state.phase !== 'restoring') {
      this.#isRestored = true;
      // What was opened ahead was for a session that is not there.
      if (active === null) void this.#options.stores.letGo();
      if (isNobodys(state)) void this.#leaving.eraseWished();
    }
    const isReady = state.phase === 'signed-in' && state.link.state !== 'offline';
    if (isReady && !this.#wasReady) this.wake();
    this.#wasReady = isReady;
  }

  /** Somebody else is signed in from now on, or nobody. */
  #become(active: ActiveSession | null): Promise<void> {
    const turn = (this.#turn += 1);
    this.#endWait();
    const erasing = this.#leaving.reset();
    this.#attention.clear();
    // At once: nobody sees for a moment what belongs to another.
    const parted = this.#part();
    return this.#run(async () => {
      await parted;
      await this.#leaving.close(erasing);
      if (active === null || turn !== this.#turn) return;
      await this.#build(await this.#open(active, turn), turn);
    });
  }

  /** Opens the store of an identity; null where that fails, or takes long and nothing is shown yet. */
  async #open(active: ActiveSession, turn: number): Promise<Store | null> {
    const { keeper, clock, first } = this.#options;
    const { identity, storage, connection } = active;
    await first?.show(active, () => turn === this.#turn && this.#workspace === null);
    if (turn !== this.#turn) return null;
    const opening = keeper.open({ identity, storage, connectionId: connection.id });
    const opened = await withinTime(clock, PATIENCE, opening);
    return opened ?? (first?.isShown === true ? opening : null);
  }

  /** Waits for the whole fleet: no part of it takes the place of what is shown already. */
  async #whole(workspace: Workspace, turn: number): Promise<void> {
    const { clock, first } = this.#options;
    if (turn !== this.#turn) return;
    const isOver = new Promise<void>((resolve) => (this.#endWait = resolve));
    const isRead = Promise.race([readFirst(workspace), isOver]);
    await (first?.isShown === true ? isRead : withinTime(clock, WHOLE_WITHIN, isRead));
  }

  /** Builds the workspace of the user whose turn it is, on their store or a stand-in. */
  async #build(store: Store | null, turn: number): Promise<void> {
    const { session, stores, build, onChange } = this.#options;
    const isKept = store !== null;
    const on = { store: store ?? (await stores.openInMemory()), isKept };
    const active = session.active();
    if (active === null || turn !== this.#turn) {
      await leaveStandIn(on);
      return;
    }
    this.#isWoken = false;
    const workspace = build(active, on);
    try {
      await startWorkspace(workspace);
      await this.#whole(workspace, turn);
      await workspace.live.tellDue();
    } catch (fault) {
      this.#options.first?.hide();
      await dismissWorkspace(workspace);
      throw fault;
    }
    if (turn !== this.#turn) {
      await dismissWorkspace(workspace);
      return;
    }
    this.#workspace = workspace;
    this.#options.first?.giveWay();
    onChange(workspace);
    for (const [windowId, attention] of this.#attention) {
      workspace.live.attend(windowId, attention);
    }
    if (this.#isWoken) wakeWorkspace(workspace);
    // It may have opened while the one that stands in for it was made ready.
    this.#followStore();
  }

  /** The store came late, or after a person did something about it: everything moves there. */
  #followStore(): void {
    const { keeper } = this.#options;
    const { store } = keeper;
    if (store === null || this.#workspace === null || this.#workspace.store === store) return;
    if (!['open', 'inMemory'].includes(keeper.state().phase)) return;
    void this.#run(async () => {
      if (this.#workspace === null || this.#workspace.store === store) return;
      if (keeper.store !== store) return;
      const turn = this.#turn;
      await this.#part();
      await this.#build(store, turn);
    });
  }

  /**
   * Takes leave of the workspace; resolves once all they had to write is on its way. What can't be
   * ended well keeps neither its store open nor the next one from theirs.
   */
  async #part(): Promise<void> {
    const workspace = this.#workspace;
    this.#options.first?.hide();
    if (workspace === null) return;
    this.#workspace = null;
    this.#options.onChange(null);
    await tried('what belonged to the session could not be ended', dismissWorkspace(workspace));
  }

  #run(task: () => Promise<void>): Promise<void> {
    const where = 'what belongs to the session could not be opened or ended';
    const run = tried(where, this.#serial.run(task));
    this.#last = run;
    return run;
  }
}
