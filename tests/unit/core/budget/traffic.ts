import type { Lane } from '@contract/budget';
import type { AccountHistory } from '@core/budget/account-options';
import { BudgetAccount } from '@core/budget/budget-account';
import type { Slot } from '@core/budget/slot';
import { STRAY_TIME } from '@core/budget/slot-window';
import { MemoryFiles } from '../memory-files';
import { MemoryMachine, type MemoryProcess } from '../memory-machine';
import { settle, VirtualClock } from '../virtual-clock';

/** How one simulated request goes: when the service sees it, and what comes of it. */
export interface Course {
  /** Milliseconds from sending to answer or giving up. */
  latency: number;
  /** Part of the latency after which the service counts it, 0 to 1. */
  seenAt: number;
  end: 'answered' | 'lost' | 'unsent' | 'rate';
  /** Milliseconds, with `end: 'rate'`. */
  retryAfter?: number | null;
}

export const LEDGER = 'budget/ledger.json';

/** Requests through one account to a service that writes down when it saw each of them. */
export class Traffic {
  #seen: { at: number; lane: Lane }[] = [];
  readonly files: MemoryFiles;
  readonly machine: MemoryMachine;
  #process!: MemoryProcess;
  readonly clock: VirtualClock;
  account: BudgetAccount;
  readonly limit: number;
  /** When a person last touched mouse or keys. */
  inputAt = -Infinity;
  /** Counts restarts: what the process before had under way never comes back to it. */
  #life = 0;
  /** When the machine started, in the test's monotonic time; the app's begins there. */
  #bootedAt = 0;

  constructor(
    clock: VirtualClock,
    limit = 48,
    files = new MemoryFiles(),
    machine = new MemoryMachine(files),
  ) {
    this.machine = machine;
    this.clock = clock;
    this.files = files;
    this.limit = limit;
    this.account = this.#start();
  }

  /** The process ends without a word and a new one begins. */
  async restart(history: AccountHistory = 'known'): Promise<void> {
    this.kill();
    this.account = this.#start();
    await this.account.open(history);
  }

  /** The process ends without a word, whatever it was doing. */
  kill(): void {
    this.#life += 1;
    this.#process.kill();
  }

  /** What the service has seen by now, in its order. */
  get seen(): readonly { at: number; lane: Lane }[] {
    const now = this.clock.monotonic();
    return this.#seen.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  }

  /** Nothing strays: whatever is on the way has arrived by now. */
  arriveNow(): void {
    const now = this.clock.monotonic();
    this.#seen = this.#seen.map(({ at, lane }) => ({ at: Math.min(at, now), lane }));
  }

  /** The machine restarts: monotonic time starts again. */
  async reboot(): Promise<void> {
    this.#bootedAt = this.clock.monotonic();
    await this.restart();
  }

  /** One request; resolves when it is over. */
  async request(lane: Lane, course: Course, signal?: AbortSignal): Promise<void> {
    const life = this.#life;
    const slot = await this.account.queue(lane, signal ? { signal } : {}).slot;
    if (life !== this.#life) return;
    await this.send(slot, lane, course);
  }

  /** Sends what a slot was got for. */
  async send(slot: Slot, lane: Lane, course: Course): Promise<void> {
    const life = this.#life;
    await slot.book();
    if (life !== this.#life) return;
    if (course.end !== 'unsent') {
      // The service does not sleep when this machine does, nor does it restart with the app.
      const way = Math.min(STRAY_TIME, course.latency * course.seenAt);
      this.#seen.push({ at: this.clock.monotonic() + way, lane });
    }
    await new Promise<void>((resolve) => {
      this.clock.after(course.latency, resolve);
    });
    if (life !== this.#life) return;
    if (course.end === 'answered') {
      slot.answered();
      this.account.forgive();
    } else if (course.end === 'rate') {
      slot.answered();
      this.account.restForRate(course.retryAfter ?? null);
    } else if (course.end === 'lost') slot.lost();
    else slot.unsent();
  }

  /** Asks for slot after slot in a lane, `width` at a time, until the answer is called. */
  saturate(lane: Lane, width: number, course: () => Course): () => void {
    let isOn = true;
    const ask = async (): Promise<void> => {
      while (isOn) await this.request(lane, course());
    };
    for (let index = 0; index < width; index += 1) void ask();
    return () => {
      isOn = false;
    };
  }

  /** The largest number of requests that the service saw within any 60 seconds. */
  get mostPerMinute(): number {
    return mostPerMinute([this]);
  }

  /** When the service sees each request, in no order. */
  get times(): number[] {
    return this.#seen.map(({ at }) => at);
  }

  /** Requests of a lane that the service saw in a span of monotonic time. */
  countIn(lane: Lane, from: number, to: number): number {
    return this.seen.filter((each) => each.lane === lane && each.at >= from && each.at < to).length;
  }

  #start(): BudgetAccount {
    this.#process = this.machine.start();
    const bootedAt = this.#bootedAt;
    const { clock } = this;
    return new BudgetAccount({
      clock: {
        now: () => clock.now(),
        monotonic: () => clock.monotonic() - bootedAt,
        after: (delay, task) => clock.after(delay, task),
      },
      files: this.#process,
      ledger: LEDGER,
      limit: this.limit,
      inputAt: () => this.inputAt - bootedAt,
      onChange: () => undefined,
    });
  }
}

/** The largest number of requests of all that the service saw within any 60 seconds. */
export function mostPerMinute(all: readonly Traffic[]): number {
  const times = all.flatMap((traffic) => traffic.times).sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  times.forEach((at, index) => {
    while (at - (times[from] ?? at) >= 60_000) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

/** An answer after 200 ms, as most are. */
export const quick: Course = { latency: 200, seenAt: 0.5, end: 'answered' };

/** An account of a service that is used for the first time, and who asks of it. */
export async function start(limit = 48): Promise<{ clock: VirtualClock; traffic: Traffic }> {
  const clock = new VirtualClock();
  const traffic = new Traffic(clock, limit);
  await traffic.account.open('new');
  return { clock, traffic };
}

/** So many requests of a lane at once. */
export async function flood(traffic: Traffic, lane: Lane, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) void traffic.request(lane, quick);
  await settle();
}
