const WRITTEN_NUMBER = /^\+?[\d\s().-]+$/u;
const DIALED_NUMBER = /^\+?\d{3,15}$/;

/**
 * The digits that a phone dials, with the plus of an international number: `+55 (63) 99583-4891` →
 * `+5563995834891`. Null for what is not one number alone (E.164 has at most 15 digits).
 */
export function dialedNumber(text: string): string | null {
  const written = text.trim();
  if (!WRITTEN_NUMBER.test(written)) return null;
  const dialed = written.replace(/[^\d+]/g, '');
  return DIALED_NUMBER.test(dialed) ? dialed : null;
}
