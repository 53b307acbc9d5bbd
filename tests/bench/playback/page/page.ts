import '@/ui/base.css';
import { createPinia } from 'pinia';
import { createApp, h, nextTick } from 'vue';
import { createMemoryHistory, createRouter, RouterView } from 'vue-router';
import type { DayAnswer, Track } from '@contract/trajectories';
import { installBridge, type Bridge } from '@/bridge';
import Page from '@/features/playback/Page.vue';
import { i18nPlugin, loadLanguage, setLocale } from '@/i18n/i18n';
import { createMap } from '@/map/core/create-map';
import { BasemapLayer } from '@/map/layers/basemap-layer';
import { Canvas, Polyline } from 'leaflet';
import type { BenchPage, Contestant } from '../contestants';
import { drive } from '../day';
import { seeded } from '../../seeded';

/** A replay, whatever shows it. */
interface Replay {
  /** The day is there: shows it; resolves once its line was presented. */
  show(track: Track): Promise<void>;
  /** Goes to a part of the day, from 0 to 1. */
  seek(part: number): void;
  axis(): { x: number; y: number } | null;
  /** Where it is, in words of its own. */
  place(): string;
}

const SEED = 1;
const element = document.getElementById('app') as HTMLElement;
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** The frame that shows what was drawn by now has been handed on. */
async function presented(): Promise<void> {
  await frame();
  await frame();
}

/** Nothing tells when all is drawn; the rest of a second without something new is it. */
async function atRest(count: () => number): Promise<void> {
  let last = -1;
  for (let rest = 0; rest < 10;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = count();
    rest = now === last ? rest + 1 : 0;
    last = now;
  }
}

/** Pictures of the track that its worker has handed to the page, and who waits for the next one. */
const pictures = { count: 0, tell: (): void => undefined };
const { transferFromImageBitmap } = ImageBitmapRenderingContext.prototype;
ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
  if (this.canvas instanceof HTMLCanvasElement && this.canvas.className === 'track-line-whole') {
    pictures.count += 1;
    pictures.tell();
  }
  transferFromImageBitmap.call(this, bitmap);
};

/** The app's own screen; main is a bridge that knows one day. */
async function openOurs(): Promise<Replay> {
  let arrive: (answer: DayAnswer) => void = () => undefined;
  const day = new Promise<DayAnswer>((resolve) => (arrive = resolve));
  const known: Record<string, () => unknown> = {
    'trajectories.day': async () => ({ ok: true, data: await day }),
    'trajectories.days': () => ({ ok: true, data: { days: [], readAt: 0, isKept: false } }),
  };
  const offline = { ok: false, error: { code: 'offline', message: 'There is no service.' } };
  const noun = (name: string) =>
    new Proxy(
      {},
      { get: (_, verb) => async () => known[`${name}.${String(verb)}`]?.() ?? offline },
    );
  installBridge(
    new Proxy({} as Bridge, {
      get: (_, name) => (name === 'subscribe' ? () => () => undefined : noun(String(name))),
    }),
  );
  await loadLanguage('en');
  setLocale('en');
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/replay', component: Page, meta: {} }],
  });
  await router.push('/replay');
  createApp({ render: () => h(RouterView, { style: { height: '100%' } }) })
    .use(createPinia())
    .use(i18nPlugin)
    .use(router)
    .mount(element);
  await atRest(() => performance.getEntriesByType('resource').length);
  await router.push({ path: '/replay', query: { vehicle: 'vehicle00000001', day: '2026-03-10' } });
  await atRest(() => performance.getEntriesByType('resource').length);
  const plot = () => document.querySelector('.plot');
  return {
    async show(track) {
      const picture = new Promise<void>((resolve) => (pictures.tell = resolve));
      arrive({ kind: 'track', track, readAt: Date.now(), isKept: false });
      await picture;
      await presented();
    },
    seek(part) {
      const box = plot()?.getBoundingClientRect();
      if (!box) throw new Error('There is no axis to scrub on.');
      const clientX = box.left + part * box.width;
      const terms = { clientX, clientY: box.top + 10, pointerId: 1, bubbles: true };
      plot()?.dispatchEvent(new PointerEvent('pointermove', terms));
    },
    axis() {
      const box = plot()?.getBoundingClientRect();
      return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
    },
    place: () => document.querySelector('.plot [role=slider]')?.ariaValueNow ?? '',
  };
}

/** A line for the day and another one for the part that has been driven, on Leaflet's canvas. */
async function openPolyline(): Promise<Replay> {
  const map = createMap(element, {});
  map.add(new BasemapLayer({ locale: 'en' }));
  await atRest(() => performance.getEntriesByType('resource').length);
  const renderer = new Canvas();
  let places: [number, number][] = [];
  let travelled: Polyline | null = null;
  return {
    async show({ columns }) {
      places = Array.from(columns.latitude, (latitude, index) => [
        latitude,
        columns.longitude[index] ?? 0,
      ]);
      const whole = new Polyline(places, { renderer, color: '#9bb8d3' }).addTo(map.leaflet);
      map.leaflet.fitBounds(whole.getBounds(), { animate: false });
      travelled = new Polyline([], { renderer, color: '#1f6fb2' }).addTo(map.leaflet);
      await presented();
    },
    seek(part) {
      travelled?.setLatLngs(places.slice(0, Math.ceil(part * places.length)));
    },
    axis: () => null,
    place: () => String(travelled?.getLatLngs().length),
  };
}

const open: Record<Contestant, () => Promise<Replay>> = {
  fleetdesk: openOurs,
  polyline: openPolyline,
};

/** As fast as the bench's vehicle at 60 times its speed: about so many pixels a second. */
const DOT_PACE = 8;

/** A dot that a transform moves on at each frame, and nothing else. */
function moveDot(): void {
  const dot = document.createElement('div');
  dot.style.cssText =
    'position:absolute;top:50%;width:20px;height:20px;border-radius:50%;' +
    'background:#1f6fb2;will-change:transform';
  element.append(dot);
  const began = performance.now();
  const move = (now: number) => {
    dot.style.transform = `translateX(${(((now - began) / 1000) * DOT_PACE) % 1200}px)`;
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}

let replay: Replay | null = null;

const page: BenchPage = {
  async open(contestant) {
    replay = await open[contestant]();
  },
  async arrive(seconds) {
    const track = drive(seconds);
    await presented();
    const began = performance.now();
    await replay?.show(track);
    const took = performance.now() - began;
    await atRest(() => pictures.count);
    return took;
  },
  axis: () => replay?.axis() ?? null,
  moveDot,
  async play() {
    const before = replay?.place();
    document.querySelector<HTMLElement>('.play')?.click();
    await atRest(() => pictures.count);
    if (replay?.place() === before) throw new Error('Nothing is played.');
  },
  async scrub(times) {
    const fraction = seeded(SEED);
    const script: number[] = [];
    const shown: number[] = [];
    const before = replay?.place();
    for (let index = 0; index < times; index += 1) {
      // The first callback of the next frame, and the last one, which is asked for behind it.
      const first = frame().then(() => performance.now());
      const began = performance.now();
      replay?.seek(fraction());
      await nextTick();
      const left = performance.now();
      const last = frame();
      const frameBegan = await first;
      await last;
      script.push(left - began + (performance.now() - frameBegan));
      await frame();
      shown.push(performance.now() - began);
    }
    if (replay?.place() === before) throw new Error('Nothing was scrubbed.');
    replay?.seek(0.5);
    await atRest(() => pictures.count);
    return { script, presented: shown };
  },
};

Object.assign(window, { replayBench: page });
