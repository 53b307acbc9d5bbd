import { onScopeDispose } from 'vue';
import type { Player } from './use-player';

/** What `window.__fleetdesk.player()` tells a test, read-only. */
type PlayerReport = {
  /** Epoch milliseconds. */
  time: number;
  /** km/h; null where unknown. */
  speed: number | null;
  position: { latitude: number; longitude: number; heading: number | null } | null;
  playing: boolean;
};

type Hooks = { player?: () => PlayerReport };

/** Shows the player's state to tests while the calling component lives. */
export function usePlayerHook(player: Player): void {
  const holder = window as unknown as { __fleetdesk?: Hooks };
  const hooks = (holder.__fleetdesk ??= {});
  hooks.player = () => {
    const vehicle = player.vehicle.value;
    return {
      time: player.time.value,
      speed: vehicle?.speed ?? null,
      position: vehicle && {
        latitude: vehicle.latitude,
        longitude: vehicle.longitude,
        heading: vehicle.heading,
      },
      playing: player.playing.value,
    };
  };
  onScopeDispose(() => {
    delete hooks.player;
  });
}
