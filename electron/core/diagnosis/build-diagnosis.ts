import type { Clock } from '../ports/clock';
import type { Journal } from '../logging/journal';
import type { ServiceClock } from '../service/service-clock';
import type { Session } from '../session/session';
import { testConnection, type TestConnectionOptions } from '../session/test-connection';
import type { CheckOptions } from './check';
import { CheckGuard, type CheckGuardOptions } from './check-guard';
import { Diagnosis } from './diagnosis';

/** What a diagnosis is made of. */
export interface DiagnosisParts
  extends
    Pick<CheckOptions, 'keychain' | 'keeper' | 'mapSources' | 'proxy' | 'graphics' | 'probe'>,
    Omit<TestConnectionOptions, 'budget'> {
  clock: Clock;
  budget: TestConnectionOptions['budget'];
  session: Session;
  managed: CheckGuardOptions['managed'];
  journal: Journal;
  serviceClock: ServiceClock;
}

/** Builds the diagnosis on what the app is made of. */
export function buildDiagnosis(parts: DiagnosisParts): Diagnosis {
  const { session, journal, serviceClock } = parts;
  const options: CheckOptions = {
    ...parts,
    journal: {
      state: () => journal.state(),
      reopen: () => journal.reopen(),
      bytes: () => journal.bytes(),
    },
    serviceClock: () => serviceClock.ahead(),
    testKey: async (signal) => {
      const { connection } = session.state();
      const target = session.authority()?.target;
      if (connection === null || target === undefined) return null;
      const { baseUrl, allowPlainHttp } = connection;
      const { publicKey } = target;
      const probe = { baseUrl, allowPlainHttp, publicKey };
      const { outcome, latencyMs } = await testConnection(probe, parts, signal);
      return { latencyMs, isRedirect: outcome === 'redirect' };
    },
  };
  return new Diagnosis(options, new CheckGuard(parts));
}
