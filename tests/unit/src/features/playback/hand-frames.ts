import type { FrameSource } from '@/features/playback/playback-clock';

/** Frames that come when the test says so. */
export class HandFrames implements FrameSource {
  now = 5000;
  #next = 1;
  readonly #waiting = new Map<number, (now: number) => void>();

  request(callback: (now: number) => void): number {
    this.#waiting.set(this.#next, callback);
    return this.#next++;
  }

  cancel(handle: number): void {
    this.#waiting.delete(handle);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lets frames come, so many milliseconds apart. */
  run(count: number, apart = 20): void {
    for (let frame = 0; frame < count; frame += 1) {
      this.now += apart;
      const due = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const callback of due) callback(this.now);
    }
  }
}
