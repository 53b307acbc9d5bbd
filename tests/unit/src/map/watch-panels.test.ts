import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPanels } from '@/map/watch-panels';

let observed: Set<Element>;
let resize: () => void;

beforeEach(() => {
  observed = new Set();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(hear: () => void) {
        resize = hear;
      }
      observe(element: Element) {
        observed.add(element);
      }
      disconnect() {
        observed.clear();
      }
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('panels over a map are told of as they come, go and change, the map itself is not', async () => {
  document.body.innerHTML = '<section><div id="map"></div><p id="notes"></p></section>';
  const [map, notes] = ['map', 'notes'].map((id) => document.getElementById(id));
  if (!map || !notes) throw new Error('no map');
  const changed = vi.fn();
  const stop = watchPanels(map, changed);
  expect([...observed]).toEqual([notes]);
  resize();
  expect(changed).toHaveBeenCalledTimes(1);
  const chip = document.createElement('button');
  chip.dataset['followsMap'] = '';
  map.parentElement?.append(chip, document.createElement('aside'));
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect([...observed].map(({ tagName }) => tagName)).toEqual(['P', 'ASIDE']);
  stop();
  expect(observed.size).toBe(0);
});
