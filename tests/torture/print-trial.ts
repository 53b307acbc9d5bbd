/** What a trial found. */
export interface TrialResult {
  trial: string;
  seed: number;
  runs: number;
  /** Acknowledged changes that were neither applied nor pending nor shown to a person. */
  lost: number;
  /** Changes that the service applied more than once. */
  doubled: number;
  /** All of these and whatever else may never be. */
  violations: number;
  figures: Readonly<Record<string, unknown>>;
}

/** Prints a result as the last line of stdout; the process fails where anything was violated. */
export function printTrial(result: TrialResult): void {
  console.log(JSON.stringify(result));
  if (result.violations > 0) process.exitCode = 1;
}
