/** Whether the system gave a fault one of these codes. */
export function hasCode(fault: unknown, ...codes: string[]): boolean {
  return fault instanceof Error && 'code' in fault && codes.includes(String(fault.code));
}

/** Nothing is there; `ENOTDIR` says that not even its folder does. */
export function isMissing(fault: unknown): boolean {
  return hasCode(fault, 'ENOENT', 'ENOTDIR');
}
