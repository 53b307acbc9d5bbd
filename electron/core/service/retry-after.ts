/** Longest pause that one answer can order, milliseconds: a typo at the service costs an hour. */
const LONGEST_PAUSE = 3_600_000;

/**
 * Milliseconds that `Retry-After` asks to wait, from seconds or from an HTTP date; null where the
 * header is missing or unreadable. A date is measured against the answer's own `Date`, so that a
 * wrong clock of this machine changes nothing.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  // Two headers come as one with a comma.
  const seconds = value.split(',').map((part) => part.trim());
  if (seconds.every((part) => /^\d+(\.\d+)?$/.test(part))) {
    return clamp(Math.max(...seconds.map(Number)) * 1000);
  }
  // The parser of dates finds one in nearly anything, in "-5" too.
  if (!/^([a-z]{3,9},? .*\d:\d{2}|\d{4}-\d{2}-\d{2}T)/i.test(value)) return null;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return null;
  const answered = Date.parse(headers['date'] ?? '');
  return clamp(until - (Number.isNaN(answered) ? now : answered));
}

function clamp(pause: number): number {
  return Math.min(LONGEST_PAUSE, Math.max(0, pause));
}
