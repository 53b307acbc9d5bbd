import type { LatLng, Map as LeafletMap } from 'leaflet';

/** What of Leaflet's map its own zoom handlers use, too; Leaflet 1.9 has no public name for it. */
export type MovedMap = {
  _animatingZoom?: boolean;
  _onZoomTransitionEnd(): void;
  _stop(): void;
  _moveStart(zoomChanged: boolean, noMoveStart: boolean): void;
  _move(centre: LatLng, zoom: number, data?: { pinch: true; round: false }): void;
  _moveEnd(zoomChanged: boolean): void;
  _limitCenter(centre: LatLng, zoom: number, bounds: unknown): LatLng;
};

export const movedMap = (map: LeafletMap): MovedMap => map as unknown as MovedMap;

/** Whether a person drags the map just now. */
export function isDragged(map: LeafletMap): boolean {
  return (map.dragging as unknown as { moving(): boolean | undefined }).moving() === true;
}

/** Brings a map that zooms or glides to where it is going. */
export function endMotion(map: LeafletMap): void {
  const moved = movedMap(map);
  if (moved._animatingZoom === true) moved._onZoomTransitionEnd();
  moved._stop();
}

/**
 * Removes a map, also in mid motion. Leaflet's timer of a zoom and the first frame of a fling come
 * after the removal, and would reach for a pane that is gone (Leaflet/Leaflet#9575).
 */
export function removeMap(map: LeafletMap): void {
  endMotion(map);
  map.remove();
  map.panBy = () => map;
}
