/** How many rows a key goes down (up below 0) in a table or list; null for any other key. */
export function tableSteps(key: string, page: number, rows: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -rows,
    End: rows,
  };
  return steps[key] ?? null;
}
