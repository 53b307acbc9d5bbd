import type { Duplicate } from '@contract/records';

/** What the other record is called, with what tells it apart: `ABC-1D23 (Volvo FH 540)`. */
export function nameOfDuplicate({ label, detail, key }: Duplicate): string {
  if (label === null) return detail ?? key;
  return detail === null ? label : `${label} (${detail})`;
}
