import type { UpdateChannel, UpdateFault, UpdateOffReason } from '@contract/updates';

/** The newest version of a channel, as its signed feed tells it. */
export interface FoundVersion {
  readonly version: string;
  /** How it compares to the version in use. */
  readonly order: 'newer' | 'same' | 'older';
  /** Plain text of its makers. */
  readonly notes: string | null;
  /** Epoch milliseconds. */
  readonly releasedAt: number | null;
  /** So many of a hundred computers get it for now. */
  readonly share: number;
}

/** A step of an update did not succeed; the version in use is as it was. */
export class UpdateFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, message: string) {
    super(message);
    this.name = 'UpdateFailure';
    this.fault = fault;
  }
}

/** Finds, fetches and installs versions of this app. */
export interface Updater {
  /**
   * The newest version of a channel. Nothing of an answer is used before its signature is right.
   * @throws UpdateFailure
   */
  look(channel: UpdateChannel): Promise<FoundVersion>;
  /**
   * Downloads the version that was found last, and checks it against what was signed.
   * @param onProgress told how much is there, from 0 to 1
   * @throws UpdateFailure
   */
  download(onProgress: (share: number) => void): Promise<void>;
  /**
   * Replaces the app by what was downloaded, and starts it. All work has ended before. It never
   * resolves where that succeeds, since the app is gone then.
   * @throws UpdateFailure where the app is as it was
   */
  install(): Promise<void>;
}

/** Where updates come from, or why from nowhere. */
export type UpdateSource =
  | { readonly off: Exclude<UpdateOffReason, 'managed'> }
  | { readonly off: null; readonly host: string; readonly updater: Updater };
