import type { Page } from '@playwright/test';

/** A vehicle as the map draws it. */
export interface DrawnVehicle {
  id: string;
  latitude: number;
  longitude: number;
  heading: number | null;
  motion: string;
  connection: string;
  clustered: boolean;
  /** A filter leaves it out. */
  dimmed: boolean;
}

/** What the player of a day says of itself. */
export interface PlayerState {
  time: number;
  speed: number | null;
  position: { latitude: number; longitude: number } | null;
  playing: boolean;
}

interface Hooks {
  map?: () => DrawnVehicle[];
  player?: () => PlayerState;
}

/** The vehicles that the map draws; none while it is not there. */
export function drawnVehicles(page: Page): Promise<DrawnVehicle[]> {
  return page.evaluate(
    () => (window as unknown as { __fleetdesk?: Hooks }).__fleetdesk?.map?.() ?? [],
  );
}

/** What the player says of itself; null while there is none. */
export function playerState(page: Page): Promise<PlayerState | null> {
  return page.evaluate(
    () => (window as unknown as { __fleetdesk?: Hooks }).__fleetdesk?.player?.() ?? null,
  );
}
