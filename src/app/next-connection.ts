const key = 'fleetdesk.next-connection';

/**
 * Leaves word for the sign-in document, which follows this one in the same window, which
 * connection a person wants: an id, or null for a new one.
 */
export function askForConnection(id: string | null): void {
  window.sessionStorage.setItem(key, JSON.stringify(id));
}

/** Takes what was left: an id, null for a new connection, undefined when nothing was asked for. */
export function takeAskedConnection(): string | null | undefined {
  const left = window.sessionStorage.getItem(key);
  window.sessionStorage.removeItem(key);
  if (left === null) return undefined;
  const id: unknown = JSON.parse(left);
  return typeof id === 'string' ? id : null;
}
