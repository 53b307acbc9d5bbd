import { z } from 'zod';

/** What part of the earth a map shows. */
export type MapView = { latitude: number; longitude: number; zoom: number };

const viewSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-540).max(540),
  zoom: z.number().min(0).max(24),
});

/** Keeps the view a person left a map with, one a name. */
export type RememberedView = { read(): MapView | null; write(view: MapView): void };

/** The name of the view in which the fleet of a connection was seen last. */
export function lastSeenView(connectionId: string | undefined): string {
  return `seen.${connectionId ?? 'none'}`;
}

/** Where a person left the live map of a connection, else where it showed the fleet. */
export function lastLiveView(connectionId: string | undefined): MapView | null {
  return (
    rememberView(`live.${connectionId ?? 'none'}`).read() ??
    rememberView(lastSeenView(connectionId)).read()
  );
}

/**
 * The view under this name in the page's own storage. It holds a place and a zoom, nothing of the
 * service; losing it costs a drag, so that a full or broken storage is passed over in silence.
 */
export function rememberView(name: string, storage: Storage = localStorage): RememberedView {
  const key = `fleetdesk.view.${name}`;
  return {
    read() {
      try {
        const parsed = viewSchema.safeParse(JSON.parse(storage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write(view) {
      const text = JSON.stringify(view);
      try {
        // The same again would reach the disk, too.
        if (storage.getItem(key) !== text) storage.setItem(key, text);
      } catch {
        // Full or forbidden: the next start fits the fleet instead.
      }
    },
  };
}
