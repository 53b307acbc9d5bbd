import { onTestFinished, vi } from 'vitest';
import { reportFaultsTo, type FaultReport } from '@core/faults';

/** Takes the reports of faults until the test is over; without it they fail the test. */
export function collectFaults() {
  const reported = vi.fn<FaultReport>();
  onTestFinished(reportFaultsTo(reported));
  return reported;
}
