import type { z } from 'zod';
import type { ConnectionReport, connectionProbeSchema } from '@contract/connections';
import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { HttpTransport } from '../ports/http-transport';

/** What *Test connection* needs. */
export interface TestConnectionOptions {
  clock: Clock;
  transport: HttpTransport;
  budget: RequestBudget;
}

/** Asks once, without credentials, whether the service answers there. @throws FleetdeskError */
export function testConnection(
  probe: z.output<typeof connectionProbeSchema>,
  options: TestConnectionOptions,
): Promise<ConnectionReport> {
  void options;
  return Promise.reject(new Error(probe.baseUrl));
}
