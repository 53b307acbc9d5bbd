import type { UpdateChannel } from '@contract/updates';
import type { FoundVersion, Updater } from '@core/ports/updater';

/** A newer version, as a signed feed tells it. */
export const newer: FoundVersion = {
  ...{ version: '1.1.0', order: 'newer', notes: 'Faster.', releasedAt: 1_000, share: 100 },
};

/** A server of updates that a test fills; each step can be held back, or fail. */
export class FakeUpdater implements Updater {
  found: FoundVersion = newer;
  fault: Error | null = null;
  /** Channels that were looked at. */
  readonly looks: UpdateChannel[] = [];
  /** While a download waits: ends it, or tells how far it is. */
  going: { end(): void; fail(fault: Error): void; tell(share: number): void } | null = null;
  installs = 0;
  installFault: Error | null = null;

  look(channel: UpdateChannel): Promise<FoundVersion> {
    this.looks.push(channel);
    return this.fault === null ? Promise.resolve(this.found) : Promise.reject(this.fault);
  }

  download(onProgress: (share: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.going = { end: resolve, fail: reject, tell: onProgress };
    });
  }

  install(): Promise<void> {
    this.installs += 1;
    return this.installFault === null ? Promise.resolve() : Promise.reject(this.installFault);
  }
}
