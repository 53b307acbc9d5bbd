import type { ColorTokens, ColorsOf } from '../../core/token-colors';
import type { Box } from '../label-boxes';
import type { StageMessage, StageReport } from '../stage-messages';
import type { TakenRoom } from '../taken-room';

/** Colours of the vehicles and the tokens they come from. */
export const vehicleColorTokens = {
  moving: '--motion-moving',
  idling: '--motion-idling',
  parked: '--motion-parked',
  unknown: '--motion-unknown',
  movingLate: '--motion-moving-late',
  idlingLate: '--motion-idling-late',
  parkedLate: '--motion-parked-late',
  movingSilent: '--motion-moving-silent',
  idlingSilent: '--motion-idling-silent',
  parkedSilent: '--motion-parked-silent',
  ringLate: '--ring-late',
  ringSilent: '--ring-silent',
  halo: '--marker-halo',
  plate: '--surface-raised',
  edge: '--marker-edge',
  label: '--marker-label',
  labelGround: '--marker-label-ground',
  selected: '--marker-selected',
  alarm: '--alarm',
  onAlarm: '--on-alarm',
  trail: '--map-trail',
  trailHalo: '--map-trail-halo',
} as const satisfies ColorTokens;

export type VehicleColors = ColorsOf<typeof vehicleColorTokens>;

/**
 * Vehicles in one array, five numbers each, since a single small array is the cheapest thing to hand
 * over: slot; longitude and latitude in degrees, NaN where there is no place to draw; heading in
 * degrees clockwise from north, NaN where unknown; state, see `packState`. A slot is a small number
 * that stands for a vehicle on both sides; the worker knows no identifiers.
 */
export type PackedVehicles = Float64Array<ArrayBuffer>;

/** Numbers a vehicle takes in {@link PackedVehicles}. */
export const packedStride = 5;

/** Vehicles that stand out. */
export type Emphasis = { selected: number | null; hovered: number | null; followed: boolean };

/** From the page to the worker that draws the vehicles. */
export type VehiclesMessage =
  | StageMessage
  | { type: 'colors'; colors: VehicleColors }
  | { type: 'vehicles'; packed: PackedVehicles }
  | { type: 'names'; slots: readonly number[]; names: readonly string[] }
  | { type: 'remove'; slots: readonly number[] }
  | { type: 'emphasis'; emphasis: Emphasis }
  /** By slot: 1 for vehicles that are shown in full, the others are dimmed or hidden; null: all are. */
  | { type: 'shown'; shown: Uint8Array<ArrayBuffer> | null; hides: boolean }
  /** Vehicles with an open alert: they carry a red badge. */
  | { type: 'alarmed'; slots: readonly number[] }
  /** `rests`: nobody is at work. */
  | { type: 'look'; names: boolean; glides: boolean; rests: boolean; locale: string }
  /** Longitude, latitude and time (epoch milliseconds) in turn, oldest first. */
  | { type: 'trail'; points: Float64Array<ArrayBuffer> }
  /** Panels of the page are over these parts of the map's window, CSS pixels of it. */
  | { type: 'covered'; boxes: readonly Box[] }
  /** What is at a point of the canvas, CSS pixels? */
  | { type: 'hit'; id: number; x: number; y: number }
  /** The same for a pointer that passes: nobody asks which vehicles a cluster has. */
  | { type: 'hover'; id: number; x: number; y: number }
  /** Tell after each frame what was drawn, for tests. */
  | { type: 'tell-drawn' };

/** What is under the pointer. A cluster's box is in degrees. */
export type SlotHit =
  | { kind: 'vehicle'; slot: number }
  | {
      kind: 'cluster';
      slots: Uint32Array<ArrayBuffer>;
      longitude: number;
      latitude: number;
      bounds: { south: number; west: number; north: number; east: number };
    };

/** What a pointer passes. */
export type PassedHit = { kind: 'vehicle'; slot: number } | { kind: 'cluster' };

/** From the worker to the page. */
export type VehiclesReport =
  | StageReport
  | { type: 'hit'; id: number; hit: SlotHit | null }
  | { type: 'hovered'; id: number; hit: PassedHit | null }
  /** What is drawn is elsewhere than before, or is of another view. */
  | { type: 'taken'; taken: TakenRoom }
  /** The vehicles inside the map's window. */
  | { type: 'in-view'; slots: Uint32Array<ArrayBuffer> }
  /**
   * Drawn vehicles with the place they were drawn at; 1 where a cluster stands for them, or where
   * they are dimmed.
   */
  | {
      type: 'drawn';
      slots: Uint32Array<ArrayBuffer>;
      places: Float64Array<ArrayBuffer>;
      states: Uint8Array<ArrayBuffer>;
      clustered: Uint8Array<ArrayBuffer>;
      dimmed: Uint8Array<ArrayBuffer>;
    };
