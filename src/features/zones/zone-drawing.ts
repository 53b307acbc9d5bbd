// First Leaflet, which Geoman looks for as the global `L` and adds its own to.
import {
  Circle,
  LatLng,
  Polygon,
  Polyline,
  Tooltip,
  type Layer,
  type LeafletMouseEvent,
  type PathOptions,
} from 'leaflet';
import type { LineString, MultiLineString } from 'geojson';
import '@geoman-io/leaflet-geoman-free';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';
import { wrapLongitude, type Place } from '@contract/rules/longitudes';
import { distinct } from '@contract/rules/zone-shapes';
import { RADIUS, WIDTH, type ZoneKind, type ZoneShape } from '@contract/zones';
import type { FleetMap } from '@/map/core/create-map';
import { latLngsOf, pixelsOf } from '@/map/layers/zone-layer';

/** Handles on the map at once; a form with more shows those near the pointer. */
const HANDLES = 60;
/** Of a corridor that was just drawn, meters. */
export const FIRST_WIDTH = 100;

const drawn = { circle: 'Circle', polygon: 'Polygon', corridor: 'Line' } as const;

type Geoman = { setOptIn(on: boolean): void; reInitLayer(layer: Layer): void };

/** Where Geoman puts itself. */
function geomanOf(): Geoman {
  return (window as unknown as { L: { PM: Geoman } }).L.PM;
}

type Drawn = Circle | Polygon | Polyline<LineString | MultiLineString>;

/** Draws a form with the mouse, and changes one by its handles. */
export class ZoneDrawing {
  readonly #map: FleetMap;
  readonly #onShape: (shape: ZoneShape) => void;
  readonly #onCancel: () => void;
  #kind: ZoneKind | null = null;
  #layer: Drawn | null = null;
  #width = FIRST_WIDTH;
  #color = '';
  #corners = 0;
  readonly #radiusWords: (meters: number) => string;
  /** Tells the radius of a circle while it grows, at its center. */
  readonly #radius = new Tooltip({
    ...{ permanent: true, direction: 'top', offset: [0, -8], className: 'map-word' },
  });
  /** Of a circle that is being drawn, once it is set. */
  #center: LatLng | null = null;

  /**
   * @param onShape hears of each form that a person drew or made of one
   * @param radiusWords a radius in meters, as the reader measures
   */
  constructor(
    map: FleetMap,
    onShape: (shape: ZoneShape) => void,
    onCancel: () => void,
    radiusWords: (meters: number) => string,
  ) {
    this.#map = map;
    this.#onShape = onShape;
    this.#onCancel = onCancel;
    this.#radiusWords = radiusWords;
    // Geoman prepares maps as they are made; this one was made without it.
    const geoman = geomanOf();
    geoman.setOptIn(true);
    Object.assign(map.leaflet.options, { pmIgnore: false });
    geoman.reInitLayer(map.leaflet as unknown as Layer);
    map.leaflet.on('pm:create', this.#created);
    map.leaflet.on('pm:drawstart', this.#begun);
    map.leaflet.on('mousemove', this.#pointed);
    map.leaflet.on('zoomend', this.#fitWidth);
  }

  /** Lets a person draw a form, until it is there or `stop`. */
  draw(kind: ZoneKind, color: string): void {
    this.stop();
    this.#kind = kind;
    const look = { color, fillColor: color, weight: 2 };
    this.#map.leaflet.pm.enableDraw(drawn[kind], {
      ...{ snappable: false, tooltips: false, continueDrawing: false, finishOn: 'dblclick' },
      templineStyle: look,
      hintlineStyle: hintLook(color),
      pathOptions: { ...look, pmIgnore: false } as object,
    });
    this.#map.leaflet.doubleClickZoom.disable();
  }

  /** Shows a form with handles in place of the one before. */
  edit(shape: ZoneShape, color: string): void {
    this.stop();
    const look = { color, fillColor: color, fillOpacity: 0.2, weight: 2, pmIgnore: false };
    this.#kind = shape.kind;
    this.#color = color;
    const layer = this.#layerOf(shape, look as PathOptions);
    this.#layer = layer;
    layer.addTo(this.#map.leaflet);
    this.#corners = shape.kind === 'circle' ? 1 : latLngsOf(placesIn(shape)).length;
    this.#takeHold(layer);
    layer.on('pm:edit', this.#edited);
    layer.on('pm:dragend', this.#edited);
    layer.on('pm:change', () => {
      if (layer instanceof Circle) this.#tellRadius(layer.getLatLng(), layer.getRadius());
    });
    this.#fitWidth();
  }

  /** Takes the color of the form that is shown. */
  paint(color: string): void {
    this.#color = color;
    this.#layer?.setStyle({ color, fillColor: color });
    // The line to the grip of a circle takes its color as the handles appear.
    if (this.#layer instanceof Circle) {
      this.#layer.pm.disable();
      this.#takeHold(this.#layer);
    }
  }

  /** Takes away what is drawn or shown with handles. */
  stop(): void {
    const { leaflet: map } = this.#map;
    if (map.pm.globalDrawModeEnabled()) map.pm.disableDraw();
    map.doubleClickZoom.enable();
    this.#hideRadius();
    this.#layer?.pm.disable();
    this.#layer?.remove();
    this.#layer = null;
  }

  /** The map is about to go. */
  destroy(): void {
    this.stop();
    this.#map.leaflet.off('pm:create', this.#created);
    this.#map.leaflet.off('pm:drawstart', this.#begun);
    this.#map.leaflet.off('mousemove', this.#pointed);
    this.#map.leaflet.off('zoomend', this.#fitWidth);
  }

  #takeHold(layer: Drawn): void {
    layer.pm.enable({
      ...{ snappable: false, allowSelfIntersection: true, draggable: true },
      hintlineStyle: hintLook(this.#color),
      ...(this.#corners > HANDLES && { limitMarkersToCount: HANDLES }),
    } as Parameters<Drawn['pm']['enable']>[0]);
  }

  #layerOf(shape: ZoneShape, look: PathOptions): Drawn {
    switch (shape.kind) {
      case 'circle':
        return new Circle(new LatLng(shape.center.latitude, shape.center.longitude), {
          ...look,
          radius: shape.radius,
        });
      case 'polygon':
        return new Polygon(latLngsOf(shape.corners), look);
      case 'corridor':
        this.#width = shape.width;
        return new Polyline<LineString>(latLngsOf(shape.path), look);
    }
  }

  readonly #begun = ({ workingLayer }: { workingLayer: Layer }): void => {
    workingLayer.on('pm:centerplaced', ({ latlng }) => {
      this.#center = latlng;
    });
  };

  readonly #pointed = ({ latlng }: LeafletMouseEvent): void => {
    const center = this.#center;
    if (center !== null) this.#tellRadius(center, this.#map.leaflet.distance(center, latlng));
  };

  #tellRadius(center: LatLng, meters: number): void {
    this.#radius.setLatLng(center).setContent(this.#radiusWords(Math.round(meters)));
    this.#radius.addTo(this.#map.leaflet);
  }

  #hideRadius(): void {
    this.#center = null;
    this.#radius.remove();
  }

  readonly #created = ({ layer }: { layer: Layer }): void => {
    this.#hideRadius();
    const shape = this.#shapeOf(layer);
    layer.remove();
    this.#map.leaflet.doubleClickZoom.enable();
    if (shape === null) this.#onCancel();
    else this.#onShape(shape);
  };

  readonly #edited = (): void => {
    this.#hideRadius();
    const shape = this.#layer === null ? null : this.#shapeOf(this.#layer);
    if (shape !== null) this.#onShape(shape);
  };

  /** A corridor is as broad as it is on earth. */
  readonly #fitWidth = (): void => {
    if (this.#kind !== 'corridor' || this.#layer === null) return;
    const [first] = pathOf(this.#layer);
    const zoom = this.#map.leaflet.getZoom();
    const weight = pixelsOf(this.#width, first?.latitude ?? 0, zoom);
    this.#layer.setStyle({ color: this.#color, weight: Math.max(3, weight), opacity: 0.4 });
  };

  #shapeOf(layer: Layer): ZoneShape | null {
    if (layer instanceof Circle) {
      const { lat, lng } = layer.getLatLng();
      const radius = Math.min(RADIUS.most, Math.max(RADIUS.least, Math.round(layer.getRadius())));
      return { kind: 'circle', center: placeOf({ lat, lng }), radius };
    }
    if (layer instanceof Polygon) return { kind: 'polygon', corners: distinct(pathOf(layer)) };
    if (!(layer instanceof Polyline)) return null;
    const width = Math.min(WIDTH.most, Math.max(WIDTH.least, this.#width));
    return { kind: 'corridor', path: pathOf(layer), width };
  }
}

/** Lines that are no part of the form: to the pointer, or to the grip of a circle. */
function hintLook(color: string): PathOptions {
  return { color, weight: 2, dashArray: '5 5' };
}

function placesIn(shape: Exclude<ZoneShape, { kind: 'circle' }>): readonly Place[] {
  return shape.kind === 'polygon' ? shape.corners : shape.path;
}

/** The outer ring of an area, or a line. */
function pathOf(layer: Layer): Place[] {
  if (!(layer instanceof Polyline)) return [];
  return (layer.getLatLngs().flat(2) as LatLng[]).map(placeOf);
}

/** To a tenth of a meter, as nobody draws more exactly. */
function placeOf({ lat, lng }: { lat: number; lng: number }): Place {
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
  return { latitude: round(lat), longitude: round(wrapLongitude(lng)) };
}
