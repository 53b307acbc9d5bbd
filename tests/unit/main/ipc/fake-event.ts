/** An `invoke` event as Electron makes it, from the main frame of window 7 unless told otherwise. */
export function fakeEvent({
  origin = 'fleetdesk://app',
  url = `${origin}/index.html`,
  parent = null,
  windowId = 7,
}: { origin?: string; url?: string; parent?: object | null; windowId?: number } = {}) {
  return { sender: { id: windowId }, senderFrame: { origin, url, parent } };
}
