import type { LiveVehicle } from '@contract/fixes';

/** A fleet on a map, whatever draws it. */
export interface Drawing {
  /** Resolves once all of it was presented. */
  ready: Promise<void>;
  update(changed: readonly LiveVehicle[]): void;
}

/** A map whose streets are drawn, without a fleet yet. */
export interface EmptyMap {
  draw(fleet: readonly LiveVehicle[]): Drawing;
}

export const frame = (): Promise<number> =>
  new Promise((resolve) => requestAnimationFrame(resolve));

/** The frame that shows what was drawn by now has been handed on. */
export async function presented(): Promise<void> {
  await frame();
  await frame();
}

/** Nothing tells when all tiles are drawn; six tenths of a second without a new one are it. */
export async function tilesAtRest(): Promise<void> {
  let count = -1;
  for (let rest = 0; rest < 6;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = performance.getEntriesByType('resource').length;
    rest = now === count ? rest + 1 : 0;
    count = now;
  }
}
