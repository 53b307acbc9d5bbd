import { readdirSync } from 'node:fs';
import { processesOf, textOf } from '../processes';

/** How often each thread of a program went to sleep so far, by kind of process and name of thread. */
export type WakeUps = ReadonlyMap<string, number>;

/**
 * Counts how often the threads of a program, and of all that it started, woke since they began: so
 * often they went to sleep again. Switches that others forced upon them are no wake-ups.
 */
export function countWakeUps(pid: number): WakeUps {
  const counts = new Map<string, number>();
  for (const each of processesOf(pid)) {
    const kind = kindOf(textOf(`/proc/${each}/cmdline`));
    for (const thread of threadsOf(each)) {
      const status = textOf(`/proc/${each}/task/${thread}/status`);
      const [, name = ''] = /^Name:\s*(.*)$/m.exec(status) ?? [];
      const [, count = '0'] = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status) ?? [];
      counts.set(`${kind} ${each} ${thread} ${name}`, Number(count));
    }
  }
  return counts;
}

/** What was added between two counts, by kind of process and name of thread. */
export function wakeUpsBetween(before: WakeUps, after: WakeUps): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [thread, count] of after) {
    const [kind = '', , , ...name] = thread.split(' ');
    const place = `${kind} ${name.join(' ')}`;
    sums.set(place, (sums.get(place) ?? 0) + count - (before.get(thread) ?? 0));
  }
  return sums;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The kind of process, in Chromium's words; `main` for the first one. */
function kindOf(commandLine: string): string {
  const [, type = 'main'] = /--type=([a-z-]+)/.exec(commandLine) ?? [];
  const [, service = ''] = /--utility-sub-type=([a-z]+)/.exec(commandLine) ?? [];
  return service === '' ? type : service;
}
