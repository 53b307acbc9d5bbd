import type { Journal } from '@core/logging/journal';
import type { HandlersOf } from './registrar';

/** What the calls about faults stand on. */
export interface DiagnosisHandlerOptions {
  journal: Journal;
}

/** Faults of pages. */
export function journalHandlers({ journal }: DiagnosisHandlerOptions): HandlersOf<'journal'> {
  return {
    'journal.reportFault': (fault, { windowId }) => {
      journal.addPageFault(windowId, fault);
    },
  };
}
