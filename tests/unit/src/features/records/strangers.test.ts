import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { useBridge } from '@/bridge';
import { useStrangers } from '@/features/records/associations/strangers';
import { control, render, settled, textOnPage } from '../../render';
import { button, click, layOut, nameOf, openScreen, pageOf } from './screen';

beforeEach(layOut);

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]');
const option = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) =>
    textContent.includes(text),
  );

it('adding several vehicles names those of another enterprise before they are added', async () => {
  const at = '/users?record=usr000000000000&tab=vehicles';
  await openScreen(pageOf('users'), at, { vehicles: 20 });
  await click(control('Add several', 'button'));
  const stranger = option('of Vila Clara Frotas');
  // Make and model stay in sight.
  expect(stranger?.textContent).toMatch(/Marcopolo Torino/);
  const [own] = [...document.querySelectorAll('[role=option]:not([data-disabled])')].filter(
    ({ textContent }) => !textContent.includes('of Vila'),
  );
  await click(own as Element);
  expect(nameOf(button(dialog(), 'Add'))).toBe('Add');
  await click(stranger as Element);
  expect(dialog()?.textContent).toMatch(/belongs to another enterprise. The service refuses/);
  const add = vi.spyOn(useBridge().associations, 'addSeveral');
  await click(button(dialog(), 'Add anyway'));
  expect(add.mock.calls[0]?.[0].vehicleKeys).toHaveLength(2);
});

it('an enterprise without a name is not called by its id', async () => {
  const page = defineComponent(() => {
    const strangers = useStrangers(() => 'ent000000000000');
    return () => h('p', strangers.noteOn({ enterpriseId: 'lUnp7oZJnLIqH11' }));
  });
  await render(page, { office: { vehicles: 2 } });
  await settled();
  expect(textOnPage()).toContain('of another enterprise');
  expect(textOnPage()).not.toContain('lUnp7oZJnLIqH11');
});
