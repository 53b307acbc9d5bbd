import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { BasemapLayer } from '@/map/layers/basemap-layer';
import { firstEvent } from '@/map/layers/first-event';
import { FakeWorker, layOutMap } from '../../features/live-map/live-map-screen';
import { sourceOf } from '../workers/basemap/vector/tiles';

let map: FleetMap;
let layer: BasemapLayer;

beforeEach(() => {
  const end = layOutMap();
  const element = document.createElement('div');
  document.body.append(element);
  map = createMap(element, {});
  layer = new BasemapLayer({ locale: 'en' });
  map.add(layer);
  return end;
});

afterEach(() => {
  document.documentElement.removeAttribute('data-rest');
  map.destroy();
  document.body.replaceChildren();
});

const control = () => {
  const found = map.leaflet.getContainer().querySelector('.leaflet-control-attribution');
  if (!found) throw new Error('There is no attribution.');
  return found;
};

it('whose data a map shows is never set as markup, which the pages refuse', () => {
  const markup = vi.spyOn(Element.prototype, 'innerHTML', 'set');
  const attribution = '© <a href="https://office.example/">The office</a>';
  layer.setSources([sourceOf(1, { attribution }), sourceOf(2, { attribution: 'Others' })]);
  expect(markup).not.toHaveBeenCalled();
  expect(control().textContent).toBe('Natural Earth · GeoNames (CC BY 4.0), © The office, Others');
});

it('whose data a map shows is a link out of the app where the map has one', () => {
  const attribution = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';
  layer.setSources([
    sourceOf(1, { attribution }),
    sourceOf(2, { attribution: 'Hidden', shown: false }),
  ]);
  const [link, ...others] = [...control().querySelectorAll('a')];
  expect(link?.textContent).toBe('OpenStreetMap');
  expect(link?.href).toBe('https://www.openstreetmap.org/copyright');
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noreferrer']);
  expect(others).toEqual([]);
  expect(control().textContent).toContain('© OpenStreetMap');
  expect(control().textContent).not.toContain('Hidden');
  layer.setSources([]);
  expect(control().textContent).not.toContain('OpenStreetMap');
});

it('markup and unsafe links of an attribution are words', () => {
  const attribution =
    '<img src=x onerror=alert(1)><a href="javascript:alert(1)">A &lt;b&gt;map&lt;/b&gt;</a>';
  layer.setSources([sourceOf(1, { attribution })]);
  expect(control().querySelector('img, a, b')).toBeNull();
  expect(control().textContent).toContain('A <b>map</b>');
});

it('the worker hears nothing while something else goes first, and all of it in order then', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent: readonly { type: string; locale?: string }[] =
    FakeWorker.byName.get('basemap')?.sent ?? [];
  const before = sent.length;
  const told = () => sent.slice(before).map(({ type, locale }) => locale ?? type);
  map.leaflet.fire(firstEvent, { isComing: true });
  layer.setLocale('es');
  map.leaflet.setView([10, 10], 8, { animate: false });
  layer.setLocale('pt-BR');
  expect(told()).toEqual([]);
  map.leaflet.fire(firstEvent, { isComing: false });
  const all = told();
  expect([all[0], all.at(-1)]).toEqual(['es', 'pt-BR']);
  expect(all).toEqual(expect.arrayContaining(['tile', 'stage-view']));
  layer.setLocale('en');
  expect(told()).toEqual([...all, 'en']);

  // It has come after a while, or does not come at all.
  map.leaflet.fire(firstEvent, { isComing: true });
  layer.setLocale('es');
  vi.advanceTimersByTime(59);
  expect(told()).toEqual([...all, 'en']);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([...all, 'en', 'es']);
});

it('names do not fade while nobody is at work', async () => {
  const told = () => {
    const sent: readonly { type: string }[] = FakeWorker.byName.get('basemap')?.sent ?? [];
    return sent.findLast(({ type }) => type === 'still');
  };
  expect(told()).toEqual({ type: 'still', still: false });
  document.documentElement.toggleAttribute('data-rest', true);
  await vi.waitFor(() => {
    expect(told()).toEqual({ type: 'still', still: true });
  });
});
