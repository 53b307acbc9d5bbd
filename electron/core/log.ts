import type { LogLevel } from '@contract/journal';

/** What an entry says beside its name. Texts are words of the program, never of a person. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Takes entries of the log. */
export interface LogSink {
  write(level: LogLevel, event: string, facts: LogFacts): void;
  /**
   * This text must never be in the log, wherever it turns up. What is used for the whole run is
   * `isLasting`; of the others the oldest are forgotten.
   */
  hide(secret: string, isLasting: boolean): void;
}

const nobody: LogSink = { write: () => undefined, hide: () => undefined };

let sink = nobody;

/** All entries go to `next` from now on; the answer takes it back. The shell calls it once. */
export function logTo(next: LogSink): () => void {
  sink = next;
  return () => {
    sink = nobody;
  };
}

/**
 * Writes an entry of the log. `event` is a constant of the program; `facts` are names, numbers and
 * states of the program: no path values, no bodies, nothing that a person entered.
 */
export function log(level: LogLevel, event: string, facts: LogFacts = {}): void {
  sink.write(level, event, facts);
}

/** Writes that something failed, by the name and the code of the fault: its words may name a person. */
export function logFault(level: LogLevel, event: string, fault: unknown): void {
  const { name, code = null } = (fault instanceof Error ? fault : {}) as {
    name?: string;
    code?: unknown;
  };
  log(level, event, {
    fault: name ?? typeof fault,
    code: typeof code === 'string' || typeof code === 'number' ? code : null,
  });
}

/**
 * Keeps a secret that has just become known out of the log, even where a library repeats it.
 * @param isLasting it is used for the whole run, and so hidden for the whole run
 */
export function hideInLog(secret: string, isLasting = false): void {
  sink.hide(secret, isLasting);
}
