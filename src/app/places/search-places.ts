import type { Result } from '@contract/errors';
import type { FoundPlace } from '@contract/place-search';
import { useBridge } from '@/bridge';
import { useSessionStore } from '@/app/stores/session-store';
import { lastLiveView } from '@/map/core/remembered-view';

/** Searches places near what the live map showed last. */
export function usePlaceSearch(): (words: string) => Promise<Result<FoundPlace[]>> {
  const bridge = useBridge();
  const session = useSessionStore();
  return (words) => {
    const view = lastLiveView(session.connection?.id);
    const near = view && {
      latitude: view.latitude,
      longitude: ((((view.longitude + 180) % 360) + 360) % 360) - 180,
    };
    return bridge.search.places({ words, near });
  };
}

/** What tells two places of one list apart. */
export function idOfPlace({ kind, name, latitude, longitude }: FoundPlace): string {
  return `${kind} ${name} ${latitude} ${longitude}`;
}
