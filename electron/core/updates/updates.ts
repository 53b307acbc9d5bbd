import type { Settings } from '@contract/settings';
import {
  noUpdates,
  type UpdateChannel,
  type UpdateFault,
  type UpdateOffer,
  type UpdateStep,
  type UpdatesState,
  type UpdateWait,
} from '@contract/updates';
import { reportFault } from '../faults';
import { Feed } from '../feed';
import { log } from '../log';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { Random } from '../ports/random';
import {
  UpdateFailure,
  type FoundVersion,
  type Updater,
  type UpdateSource,
} from '../ports/updater';
import { compareVersions } from './compare-versions';
import { KeptUpdates } from './kept-updates';

/** The first look comes so long after the start, ms: it is in nobody's way then. */
const FIRST_LOOK = 20_000;
/** Further looks come so long after the last one, ms, or after one that failed. */
const NEXT_LOOK = 4 * 3_600_000;
const NEXT_TRY = 3_600_000;
/** How often a restart that waits looks whether it still has to, ms. */
const WAIT_LOOK = 500;

type Chosen = Pick<Settings, 'updateChecks' | 'updateChannel' | 'workOffline'>;

/** What updates need to know. */
export interface UpdatesOptions {
  clock: Clock;
  random: Pick<Random, 'fraction'>;
  files: Files;
  source: UpdateSource;
  /** The version in use. */
  version: string;
  /** The administrator of this computer does not want updates. */
  isForbidden: boolean;
  settings: { state(): Chosen; subscribe(listener: (settings: Chosen) => void): () => void };
  /** What a restart would cut off just now, beside forms. */
  work(): readonly UpdateWait[];
}

/**
 * Newer versions of this app: looked for on its own and when a person asks, downloaded and installed
 * only when a person asks. A version that is older than the one in use is never installed, and a
 * restart waits until nothing is lost by it.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  /** Null where updates are off. */
  readonly #means: { readonly updater: Updater; readonly kept: KeptUpdates } | null;
  readonly #feed = new Feed<UpdatesState>('the updates');
  readonly #restarts = new Feed<void>('restarts into a newer version');
  readonly #forget: () => void;
  /** Windows with something that is not saved. */
  readonly #unsaved = new Set<number>();
  #state: UpdatesState;
  #channel: UpdateChannel;
  #wasAutomatic: boolean;
  /** Another one with each choice of a channel: what was begun before it does not count any more. */
  #turn = 0;
  #cancelLook = (): void => undefined;
  #cancelWait = (): void => undefined;

  private constructor(options: UpdatesOptions, kept: KeptUpdates | null) {
    const { source, settings } = options;
    this.#options = options;
    this.#means = kept === null || source.off !== null ? null : { updater: source.updater, kept };
    this.#state =
      source.off !== null || kept === null
        ? { ...noUpdates, off: source.off ?? 'managed' }
        : {
            ...{ ...noUpdates, phase: 'none', off: null, host: source.host },
            ...{ checkedAt: kept.checkedAt, isEarlier: kept.checkedAt !== null },
          };
    const { updateChecks, updateChannel } = settings.state();
    this.#wasAutomatic = updateChecks;
    this.#channel = updateChannel;
    this.#forget = settings.subscribe((chosen) => {
      this.#follow(chosen);
    });
  }

  /** Begins to look for updates; says what became of a restart into a newer version. */
  static async open(options: UpdatesOptions): Promise<Updates> {
    const isOff = options.source.off !== null || options.isForbidden;
    const kept = isOff ? null : await KeptUpdates.open(options);
    const updates = new Updates(options, kept);
    if (kept === null) return updates;
    await updates.#tellOfRestart(kept);
    updates.#lookIn(FIRST_LOOK);
    return updates;
  }

  state(): UpdatesState {
    return this.#state;
  }

  /** The state after each change; the answer ends it. */
  subscribe(listener: (state: UpdatesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Hears when the app is to end in order to be replaced. */
  onRestart(listener: () => void): () => void {
    return this.#restarts.subscribe(listener);
  }

  /** A window has something that is not saved, or no longer. */
  tellUnsaved(windowId: number, isUnsaved: boolean): void {
    if (isUnsaved) this.#unsaved.add(windowId);
    else this.#unsaved.delete(windowId);
  }

  /** A window is gone, or another page in it. */
  release(windowId: number): void {
    this.#unsaved.delete(windowId);
  }

  /** Asks the server for a newer version, as a person wants it. */
  async check(): Promise<void> {
    await this.#look({ fault: null, failed: null });
  }

  /** @param past what is not told any more */
  async #look(past: Partial<UpdatesState>): Promise<void> {
    const means = this.#means;
    const { phase } = this.#state;
    if (means === null || !['none', 'available', 'ready'].includes(phase)) return;
    const turn = this.#turn;
    // What is ready stays at hand meanwhile.
    if (phase !== 'ready') this.#set({ phase: 'checking', ...past, note: null });
    /** A person chose another channel meanwhile, or restarts into the version that is ready. */
    const isOvertaken = () =>
      turn !== this.#turn || (phase === 'ready' && this.#state.phase !== 'ready');
    let delay = NEXT_LOOK;
    try {
      const found = await means.updater.look(this.#channel);
      if (isOvertaken()) return;
      this.#set(past);
      this.#judge(found, means.kept);
      await means.kept.noteLook(this.#channel, found.version, this.#options.clock.now());
    } catch (fault) {
      if (isOvertaken()) return;
      delay = NEXT_TRY;
      this.#fail('check', fault);
    }
    if (turn === this.#turn) this.#lookIn(delay);
  }

  /** Downloads the version that was found. */
  async download(): Promise<void> {
    const means = this.#means;
    if (means === null || this.#state.phase !== 'available') return;
    const turn = this.#turn;
    this.#set({ phase: 'downloading', progress: 0, fault: null, failed: null, note: null });
    try {
      await means.updater.download((share) => {
        if (turn === this.#turn) this.#advance(share);
      });
      if (turn === this.#turn) this.#set({ phase: 'ready', progress: 1 });
    } catch (fault) {
      if (turn === this.#turn) this.#fail('download', fault);
    }
  }

  /** Restarts into the downloaded version, as soon as nothing is lost by it. */
  restart(): void {
    if (this.#state.phase === 'ready') this.#tryRestart();
  }

  /** Takes that wish back. */
  async stay(): Promise<void> {
    if (this.#state.phase !== 'waiting' && this.#state.phase !== 'restarting') return;
    this.#cancelWait();
    this.#set({ phase: 'ready', waitsFor: [] });
    await this.#means?.kept.noteTried(null);
  }

  /** Whether the app that ends now is to be replaced. */
  isDue(): boolean {
    return this.#state.phase === 'restarting';
  }

  /** Replaces the app, once all work has ended. @throws UpdateFailure where it is as it was */
  async install(): Promise<void> {
    try {
      await this.#means?.updater.install();
    } catch (thrown) {
      await this.#means?.kept.noteFailed(faultOf(thrown, 'not-installed'));
      throw thrown;
    }
  }

  /** Looks for nothing any more. */
  close(): void {
    this.#cancelLook();
    this.#cancelWait();
    this.#forget();
  }

  #set(change: Partial<UpdatesState>): void {
    this.#state = { ...this.#state, ...change };
    this.#feed.publish(this.#state);
  }

  #lookIn(delay: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#options.clock.after(delay, () => {
      // What a person chose is looked at when the moment has come.
      this.#lookIn(NEXT_LOOK);
      const { updateChecks, workOffline } = this.#options.settings.state();
      if (!updateChecks || workOffline) return;
      // Why a restart installed nothing stays told until a person goes on.
      void this.#look(this.#state.failed === 'install' ? {} : { fault: null, failed: null });
    });
  }

  #follow({ updateChecks, updateChannel }: Chosen): void {
    if (this.#means === null) return;
    const isNewlyAutomatic = updateChecks && !this.#wasAutomatic;
    this.#wasAutomatic = updateChecks;
    if (updateChannel !== this.#channel) {
      this.#channel = updateChannel;
      // A person who is about to be restarted gets what they asked for.
      if (this.#state.phase === 'restarting') return;
      this.#turn += 1;
      this.#cancelWait();
      this.#set({
        ...{ phase: 'none', offer: null, progress: 0 },
        ...{ fault: null, failed: null, note: null, waitsFor: [] },
      });
      this.#lookIn(0);
    } else if (isNewlyAutomatic) this.#lookIn(0);
  }

  #judge(found: FoundVersion, kept: KeptUpdates): void {
    const { version, order, notes, releasedAt } = found;
    const what = this.#objectionTo(found, kept);
    const isOffered = order === 'newer' && what === null;
    const offer: UpdateOffer | null = isOffered ? { version, notes, releasedAt } : null;
    log(what === null || what === 'later' ? 'info' : 'warning', 'update.looked', {
      ...{ version, order, isOffered },
    });
    const { phase, offer: known } = this.#state;
    // One that is not offered any more is not installed either.
    const isReady = phase === 'ready' && isOffered && known?.version === version;
    this.#set({
      ...(isReady ? {} : { phase: isOffered ? 'available' : 'none', progress: 0 }),
      ...{ offer, checkedAt: this.#options.clock.now(), isEarlier: false },
      note: what === null ? null : { what, version },
    });
  }

  /** Why a version is not offered, where that is worth a word. */
  #objectionTo({ version, order, share }: FoundVersion, kept: KeptUpdates) {
    if (order === 'older') return 'older';
    if (order === 'same') return null;
    const newest = kept.newest(this.#channel);
    // A signed feed can be shown again long after another one took its place.
    if (newest !== null && compareVersions(version, newest) < 0) return 'replaced';
    return kept.cohort >= share ? 'later' : null;
  }

  #advance(share: number): void {
    // Whole hundredths: a download reports hundreds of times a second.
    const progress = Math.min(1, Math.max(0, Math.floor(share * 100) / 100));
    if (progress !== this.#state.progress) this.#set({ progress });
  }

  /** Back to where the last step began, with what went wrong. */
  #fail(failed: UpdateStep, thrown: unknown): void {
    const fault = faultOf(thrown, 'server');
    log('warning', 'update.failed', { fault, step: failed });
    if (!(thrown instanceof UpdateFailure)) reportFault('an update failed', thrown);
    const { phase, offer } = this.#state;
    if (phase === 'ready') this.#set({ fault, failed });
    else this.#set({ phase: offer === null ? 'none' : 'available', progress: 0, fault, failed });
  }

  #tryRestart(): void {
    const waitsFor: UpdateWait[] = [
      ...(this.#unsaved.size > 0 ? (['form'] as const) : []),
      ...this.#options.work(),
    ];
    if (waitsFor.length === 0) {
      void this.#leave();
      return;
    }
    const { phase, waitsFor: told } = this.#state;
    if (phase !== 'waiting' || told.join() !== waitsFor.join()) {
      this.#set({ phase: 'waiting', waitsFor });
    }
    this.#cancelWait = this.#options.clock.after(WAIT_LOOK, () => {
      this.#tryRestart();
    });
  }

  async #leave(): Promise<void> {
    const version = this.#state.offer?.version ?? null;
    this.#set({ phase: 'restarting', waitsFor: [] });
    await this.#means?.kept.noteTried(version);
    // Somebody may have thought better of it meanwhile.
    if (!this.isDue()) return;
    log('info', 'update.restart', { version });
    this.#restarts.publish();
  }

  async #tellOfRestart(kept: KeptUpdates): Promise<void> {
    const { tried } = kept;
    if (tried === null) return;
    const { version } = this.#options;
    if (tried === version) this.#set({ note: { what: 'installed', version } });
    else {
      const fault = kept.failed ?? 'not-installed';
      log('warning', 'update.not-installed', { fault });
      this.#set({ fault, failed: 'install' });
    }
    await kept.noteTried(null);
  }
}

function faultOf(thrown: unknown, otherwise: UpdateFault): UpdateFault {
  return thrown instanceof UpdateFailure ? thrown.fault : otherwise;
}
