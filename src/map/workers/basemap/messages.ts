import type { MapSourceState } from '@contract/map-sources';
import type { Streets } from '@contract/streets';
import type { ColorTokens, ColorsOf } from '../../core/token-colors';
import type { Box } from '../label-boxes';
import type { StageMessage, StageReport } from '../stage-messages';
import type { TakenRoom } from '../taken-room';

/** Colours of the basemap and the tokens they come from. */
export const basemapColorTokens = {
  water: '--map-water',
  land: '--map-land',
  grid: '--map-grid',
  coast: '--map-coast',
  border: '--map-border',
  building: '--map-building',
  rail: '--map-rail',
  urban: '--map-urban',
  industrial: '--map-industrial',
  park: '--map-park',
  motorway: '--map-motorway',
  motorwayCasing: '--map-motorway-casing',
  avenue: '--map-avenue',
  avenueCasing: '--map-avenue-casing',
  street: '--map-street',
  streetCasing: '--map-street-casing',
  track: '--map-track',
  roadFar: '--map-road-far',
  labelCountry: '--map-label-country',
  labelCity: '--map-label-city',
  labelPlace: '--map-label-place',
  labelDistrict: '--map-label-district',
  labelRoad: '--map-label-road',
  labelWater: '--map-label-water',
  labelPark: '--map-label-park',
  labelHalo: '--map-label-halo',
} as const satisfies ColorTokens;

export type BasemapColors = ColorsOf<typeof basemapColorTokens>;

/** Where the corner of a tile is on a picture, and how large that is; pixels of the screen. */
export type PicturePlace = { left: number; top: number; width: number; height: number };

/**
 * A picture of a square of the map, or of a part of it: its place in the pyramid of 512 pixel tiles,
 * and how many pixels of the screen a CSS pixel of it takes.
 */
export type TileRequest = {
  id: number;
  z: number;
  x: number;
  y: number;
  ratio: number;
  picture: PicturePlace;
};

/** From the page to the basemap's worker. */
export type BasemapMessage =
  | StageMessage
  | { type: 'colors'; colors: BasemapColors }
  | { type: 'locale'; locale: string }
  | { type: 'streets'; streets: Streets | null }
  | { type: 'sources'; sources: readonly MapSourceState[] }
  /** Panels of the page are over these parts of the map's window, CSS pixels of it. */
  | { type: 'covered'; boxes: readonly Box[] }
  /** Names come and go at once, or fade. */
  | { type: 'still'; still: boolean }
  /** The page writes these names itself, at points of the world. */
  | { type: 'marked'; marks: readonly { name: string; x: number; y: number }[] }
  /** Names give way to what is here. */
  | { type: 'taken'; taken: TakenRoom }
  | { type: 'tile'; tile: TileRequest }
  | { type: 'drop-tile'; id: number };

/** From the basemap's worker to the page. */
export type BasemapReport =
  | StageReport
  | { type: 'tile'; tile: TileRequest; bitmap: ImageBitmap }
  /** A source gave bytes that are no tile: nothing of them is drawn. */
  | { type: 'broken'; source: number };

/** Edge of a tile in CSS pixels. */
export const tileSize = 512;

/** So far a tile is drawn, CSS pixels: its picture reaches a little over its neighbours. */
export const tileReach = tileSize + 3;
