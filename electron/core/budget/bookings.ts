import { lanes } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import { cancelledError } from '../cancelled';
import type { OpenSlot } from './slot-window';

/** Somebody whose slot waits to be written into the ledger. */
interface Booking {
  readonly slot: OpenSlot;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/** The slots that wait to be written into the ledger, and those that are being written. */
export class Bookings {
  #waiting: Booking[] = [];
  #writing: Booking[] = [];

  /** Resolves once the slot is in the ledger. */
  add(slot: OpenSlot, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelledError());
        return;
      }
      const leave = (): void => {
        this.drop(slot);
      };
      const forget = (): void => signal?.removeEventListener('abort', leave);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push({
        slot,
        resolve: () => {
          forget();
          resolve();
        },
        reject: (fault) => {
          forget();
          reject(fault);
        },
      });
    });
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Takes so many for the write that comes now, the most urgent first. */
  take(count: number): void {
    const rank = ({ slot }: Booking): number => lanes.indexOf(slot.lane);
    this.#waiting.sort((a, b) => rank(a) - rank(b));
    this.#writing = this.#waiting.splice(0, Math.max(0, count));
    for (const { slot } of this.#writing) slot.isBooked = true;
  }

  /** What was taken is written. */
  written(): void {
    for (const { resolve } of this.#writing.splice(0)) resolve();
  }

  /** The write failed: nobody may send. */
  failed(cause: unknown): void {
    const message = `The record of requests can't be written: ${String(cause)}`;
    const fault = new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    for (const { reject } of [...this.#writing.splice(0), ...this.#waiting.splice(0)]) {
      reject(fault);
    }
  }

  /** The slot is not wanted any more. */
  drop(slot: OpenSlot): void {
    const left = this.#waiting.findIndex((booking) => booking.slot === slot);
    if (left !== -1) this.#waiting.splice(left, 1)[0]?.reject(cancelledError());
  }

  /** Nobody gets a place any more. */
  close(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(cancelledError());
  }
}
