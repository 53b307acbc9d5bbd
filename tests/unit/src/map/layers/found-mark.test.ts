import { Map as LeafletMap } from 'leaflet';
import { expect, it, vi } from 'vitest';
import { FoundMark } from '@/map/layers/found-mark';
import { markedEvent, type MarkedEvent } from '@/map/layers/marked-event';

it('the map is told which name a mark carries, and when the mark is gone', () => {
  const element = document.createElement('div');
  const map = new LeafletMap(element, { center: [0, 0], zoom: 5 });
  const told = vi.fn();
  map.on(markedEvent, (event) => {
    told((event as unknown as MarkedEvent).marks);
  });
  const mark = new FoundMark({ latitude: -27.6, longitude: -48.55 }, 'Florianópolis');
  mark.addTo(map);
  expect(told).toHaveBeenLastCalledWith([
    { latitude: -27.6, longitude: -48.55, name: 'Florianópolis' },
  ]);
  expect(mark.getTooltip()?.getContent()).toMatchObject({
    textContent: 'Florianópolis',
    dir: 'auto',
  });
  mark.remove();
  expect(told).toHaveBeenLastCalledWith([]);
  map.remove();
});
