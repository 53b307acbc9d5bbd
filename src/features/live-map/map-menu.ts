import type { Place } from '@contract/rules/longitudes';

/** Where a menu was asked for, and of what. */
export type MenuRequest = {
  /** Pixels of the window. */
  at: { x: number; y: number };
  /** The vehicle that it is about; null for a place on the map. */
  vehicleId: string | null;
  /** The place that was pointed at; null in the list. */
  place: Place | null;
};

/** Whether keys ask for a context menu. */
export function asksForMenu({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}
