/** Gets what went wrong inside Fleetdesk, where a person at the screen can do nothing about it. */
export type FaultReport = (where: string, fault: unknown) => void;

/** Nobody takes reports yet: the fault surfaces as an unhandled rejection instead of vanishing. */
const surface: FaultReport = (_where, fault) => {
  void Promise.reject(fault instanceof Error ? fault : new Error(String(fault)));
};

let report = surface;

/** All faults go to `next` from now on; the answer takes it back. The shell calls it once. */
export function reportFaultsTo(next: FaultReport): () => void {
  report = next;
  return () => {
    report = surface;
  };
}

/**
 * Reports a fault of Fleetdesk's own. `where` is a constant sentence: a log must never hold a
 * plate, a name or a secret.
 */
export function reportFault(where: string, fault: unknown): void {
  report(where, fault);
}

/** Waits for some work; where it fails, that is reported and stops nobody. */
export async function tried(where: string, work: Promise<void>): Promise<void> {
  await work.catch((fault: unknown) => {
    reportFault(where, fault);
  });
}
