/** An `invoke` event as Electron makes it, from the main frame of window 7 unless told otherwise. */
export function fakeEvent({
  origin = 'fleetdesk://app',
  parent = null,
  windowId = 7,
}: { origin?: string; parent?: object | null; windowId?: number } = {}) {
  return { sender: { id: windowId }, senderFrame: { origin, parent } };
}
