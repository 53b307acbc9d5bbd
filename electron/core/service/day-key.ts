import { daySchema } from '@contract/records';

/** The key `acc` of a day (service defaults, "Trajectories"): `2026-03-10` is 20260310. */
export function accOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** The day that a key or a date names, or null where it names none. */
export function dayOfAcc(acc: unknown): string | null {
  const text = typeof acc === 'number' || typeof acc === 'string' ? String(acc).trim() : '';
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/.exec(text);
  if (parts === null) return null;
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  return daySchema.safeParse(day).success ? day : null;
}
