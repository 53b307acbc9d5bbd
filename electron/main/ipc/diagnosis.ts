import type { Diagnosis } from '@core/diagnosis/diagnosis';
import type { Journal } from '@core/logging/journal';
import type { HandlersOf } from './registrar';

/** What the calls about faults stand on. */
export interface DiagnosisHandlerOptions {
  journal: Journal;
  diagnosis: Diagnosis;
}

/** Faults of pages. */
export function journalHandlers({ journal }: DiagnosisHandlerOptions): HandlersOf<'journal'> {
  return {
    'journal.reportFault': (fault, { windowId }) => {
      journal.addPageFault(windowId, fault);
    },
  };
}

/** Checks of what Fleetdesk needs. */
export function diagnosisHandlers({ diagnosis }: DiagnosisHandlerOptions): HandlersOf<'diagnosis'> {
  return {
    'diagnosis.check': (input, { signal }) => diagnosis.check(input, signal),
  };
}
