/** A stretch of time, epoch milliseconds. */
export type Span = { from: number; to: number };

/** Where frames come from: the window's own in the app, a hand-driven one in tests. */
export type FrameSource = {
  /** Calls once at the next frame with a steadily growing time in milliseconds. */
  request(callback: (now: number) => void): number;
  cancel(handle: number): void;
};

/** What the clock shows. */
export type ClockState = {
  /** Epoch milliseconds. */
  time: number;
  playing: boolean;
  /** Times real time. */
  speed: number;
  loop: boolean;
  range: Span;
};

/** What listeners get beside the state: the gap that was just jumped, if one was. */
export type ClockListener = (state: ClockState, jumped: Span | null) => void;

/** What a clock starts with. */
export type ClockOptions = {
  frames: FrameSource;
  speed?: number;
  loop?: boolean;
  gapHandling?: 'jump' | 'wait';
};

/** The speeds that the keys step through. */
export const playbackSpeeds = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const;

/**
 * A frame that comes later than this counts as this long (milliseconds): after a stall, or in a
 * window that was hidden, playback goes on where it was seen last.
 */
const LONGEST_FRAME = 250;

/** The next faster or slower speed of the steps; the present one at the ends. */
export function stepSpeed(speed: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? playbackSpeeds.find((step) => step > speed)
      : playbackSpeeds.findLast((step) => step < speed);
  return next ?? speed;
}

/**
 * Moves a time on by an amount (milliseconds of the day). Gaps are passed in no time at all; the
 * last one passed is reported. Gaps are sorted and don't overlap.
 */
export function advance(
  time: number,
  amount: number,
  gaps: readonly Span[],
): { time: number; jumped: Span | null } {
  let reached = time;
  let left = amount;
  let jumped: Span | null = null;
  for (const gap of gaps) {
    if (gap.to <= reached) continue;
    const ahead = Math.max(gap.from - reached, 0);
    if (ahead >= left) break;
    left -= ahead;
    reached = gap.to;
    jumped = gap;
  }
  return { time: reached + left, jumped };
}

/**
 * The clock of the player. It knows times alone, nothing of vehicles, so that several tracks can
 * follow one clock.
 */
export class PlaybackClock {
  readonly #frames: FrameSource;
  readonly #listeners = new Set<ClockListener>();
  #gaps: readonly Span[] = [];
  #gapHandling: 'jump' | 'wait';
  #state: ClockState;
  #handle: number | null = null;
  #lastFrame: number | null = null;

  constructor({ frames, speed = 60, loop = false, gapHandling = 'jump' }: ClockOptions) {
    this.#frames = frames;
    this.#gapHandling = gapHandling;
    this.#state = { time: 0, playing: false, speed, loop, range: { from: 0, to: 0 } };
  }

  state(): ClockState {
    return this.#state;
  }

  /** Calls at every change; answers how to stop that. */
  subscribe(listener: ClockListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets the stretch to play and the gaps within it; pauses at `time`. */
  load(range: Span, gaps: readonly Span[], time: number): void {
    this.#stop();
    this.#gaps = [...gaps].sort((one, other) => one.from - other.from);
    this.#change({ range, playing: false, time: clamp(time, range) });
  }

  /** Takes a longer stretch of the same day; what plays plays on. */
  extend(range: Span, gaps: readonly Span[]): void {
    this.#gaps = [...gaps].sort((one, other) => one.from - other.from);
    this.#change({ range, time: clamp(this.#state.time, range) });
  }

  play(): void {
    const { playing, time, range } = this.#state;
    if (playing || range.to <= range.from) return;
    this.#lastFrame = null;
    this.#change({ playing: true, time: time >= range.to ? range.from : time });
    this.#request();
  }

  pause(): void {
    if (!this.#state.playing) return;
    this.#stop();
    this.#change({ playing: false });
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else this.play();
  }

  /** Goes to a moment, exactly; playing goes on from there. */
  seek(time: number): void {
    this.#lastFrame = null;
    this.#change({ time: clamp(time, this.#state.range) });
  }

  /** Goes on or back by milliseconds. */
  shift(amount: number): void {
    this.seek(this.#state.time + amount);
  }

  setSpeed(speed: number): void {
    this.#change({ speed: Math.min(Math.max(speed, 1), 600) });
  }

  setLoop(loop: boolean): void {
    this.#change({ loop });
  }

  setGapHandling(handling: 'jump' | 'wait'): void {
    this.#gapHandling = handling;
  }

  /** Stops for good: no frame is asked for any more, nothing is reported. */
  dispose(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #request(): void {
    this.#handle = this.#frames.request((now) => this.#advance(now));
  }

  #stop(): void {
    if (this.#handle !== null) this.#frames.cancel(this.#handle);
    this.#handle = null;
    this.#lastFrame = null;
  }

  #advance(now: number): void {
    this.#handle = null;
    const elapsed = Math.min(Math.max(now - (this.#lastFrame ?? now), 0), LONGEST_FRAME);
    this.#lastFrame = now;
    const { time, speed, range, loop } = this.#state;
    const gaps = this.#gapHandling === 'jump' ? this.#gaps : [];
    const next = advance(time, elapsed * speed, gaps);
    if (next.time < range.to) {
      this.#change({ time: next.time }, next.jumped);
    } else if (loop) {
      this.#change({ time: range.from }, null);
    } else {
      this.#stop();
      this.#change({ time: range.to, playing: false }, null);
      return;
    }
    // A listener may have paused.
    if (this.#state.playing && this.#handle === null) this.#request();
  }

  #change(change: Partial<ClockState>, jumped: Span | null = null): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state, jumped);
  }
}

function clamp(time: number, { from, to }: Span): number {
  return Math.min(Math.max(time, from), to);
}
