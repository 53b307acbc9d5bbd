import { nextTick } from 'vue';
import { expect, it } from 'vitest';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import StreetTip from '@/features/live-map/StreetTip.vue';
import { sourceOf } from '../../map/workers/basemap/vector/tiles';
import { control, render, settled, textOnPage } from '../../render';

const tip = 'No street map yet';

it('a map without streets says how to get them, until a person has a map or closes the tip', async () => {
  await render(StreetTip, { office: {} });
  await settled();
  expect(textOnPage()).toContain(tip);
  const maps = useMapSourcesStore();
  maps.state = { sources: [sourceOf(1, { name: 'City' })] };
  await nextTick();
  expect(textOnPage()).not.toContain(tip);
  maps.state = { sources: [] };
  await nextTick();
  control('Hide this tip').click();
  await settled();
  expect(textOnPage()).not.toContain(tip);
  expect(useSettingsStore().state.hiddenTips).toEqual(['streets']);
});
