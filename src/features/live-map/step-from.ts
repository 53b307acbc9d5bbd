/** The identifier some steps further down a list, held at its ends; the first one from nowhere. */
export function stepFrom(
  ids: readonly string[],
  from: string | null,
  steps: number,
): string | null {
  const index = from === null ? -1 : ids.indexOf(from);
  if (index === -1) return (steps > 0 ? ids[0] : ids.at(-1)) ?? null;
  return ids[Math.max(0, Math.min(ids.length - 1, index + steps))] ?? null;
}
