import { beforeEach, expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import { useRoute, useRouter, type Router } from 'vue-router';
import { layOut, openScreen, pageOf, place, press, settle } from './screen';
import { selectedTitles } from './vehicles-screen';

beforeEach(layOut);

let router: Router;

const page = pageOf('vehicles');

/** The list of vehicles, and nothing while another screen is shown. */
const screens = defineComponent(() => {
  router = useRouter();
  const route = useRoute();
  return () => (route.path === '/vehicles' ? h(page) : h('p', 'another screen'));
});

const grid = () => document.querySelector<HTMLElement>('[role=grid]');

async function go(to: string): Promise<void> {
  await router.push(to);
  await settle();
}

it('a list is where it was left after another screen: search, order, scroll and selection', async () => {
  await openScreen(screens, '/vehicles?sort=code.down&type=truck&type=van&type=bus');
  for (let step = 0; step < 3; step += 1) await press('ArrowDown', {}, grid() as Element);
  await press('ArrowDown', { shiftKey: true }, grid() as Element);
  const selected = selectedTitles();
  expect(selected).toHaveLength(2);
  const table = grid();
  if (!table) throw new Error('no table');
  table.scrollTop = 320;
  table.dispatchEvent(new Event('scroll'));
  await settle();

  await go('/map');
  expect(grid()).toBeNull();
  await go('/vehicles');
  expect(place()).toContain('sort=code.down');
  expect(place()).toContain('type=van');
  expect(grid()?.scrollTop).toBe(320);
  grid()?.scrollTo({ top: 0 });
  grid()?.dispatchEvent(new Event('scroll'));
  await settle();
  expect(selectedTitles()).toEqual(selected);
});

it('a link that asks for something is not led back to where the list was left', async () => {
  await openScreen(screens, '/vehicles?sort=code.down');
  await go('/map');
  await go('/vehicles?record=veh000000000005');
  expect(place()).toBe('/vehicles?record=veh000000000005');
});
