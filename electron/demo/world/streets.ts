/** How a road is built: what may be driven on it, and how it is drawn. */
export type RoadClass = 'motorway' | 'avenue' | 'street' | 'track';

export interface Road {
  class: RoadClass;
  name?: string;
  /** Longitude and latitude in turn, in degrees. */
  line: Float64Array;
}

export interface Area {
  kind: 'park' | 'water' | 'industrial' | 'urban';
  name?: string;
  /** Longitude and latitude in turn; the last corner joins the first, which is not repeated. */
  ring: Float64Array;
}

export interface Place {
  name: string;
  kind: 'city' | 'district' | 'village';
  lng: number;
  lat: number;
}

/**
 * The demo's own base layer. Plain data that can be posted between threads. Areas come in drawing
 * order, the lowest first; roads likewise, from tracks to motorways.
 */
export interface Streets {
  name: string;
  centre: [lng: number, lat: number];
  /** West, south, east, north, in degrees. */
  bbox: [west: number, south: number, east: number, north: number];
  roads: Road[];
  areas: Area[];
  places: Place[];
}
