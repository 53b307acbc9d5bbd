import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import App from '@/App.vue';
import { listActions } from '@/app/actions';
import { axeFaults, control, render, settled, theOffice } from '../render';

async function frame(at: string, window: 'main' | 'map' | 'replay' = 'main') {
  const wrapper = await render(App, { at, office: { info: { window } } });
  await flushPromises();
  return wrapper;
}

const takeAsked = () => theOffice().main.house.desktop.takeAsked();

describe('the main window', () => {
  it('opens map, replay and alerts in a window of their own, with what is open there', async () => {
    const wrapper = await frame('/replay?vehicle=veh000000000005');
    control('Open in its own window').click();
    await settled();
    expect(theOffice().main.openedWindows).toEqual(['/replay?vehicle=veh000000000005']);
    await wrapper.vm.$router.push('/map');
    listActions()
      .find(({ id }) => id === 'own-window')
      ?.run();
    await settled();
    expect(theOffice().main.openedWindows[1]).toBe('/map');
  });

  it('offers no window of its own for the other screens', async () => {
    await frame('/outbox');
    expect(() => control('Open in its own window')).toThrow('No control');
    expect(listActions().some(({ id }) => id === 'own-window')).toBe(false);
  });

  it('goes where a window of its own, or a menu, sends it', async () => {
    const wrapper = await frame('/map');
    theOffice().main.house.desktop.ask({ screen: 'address', address: '/vehicles?new' });
    await settled();
    expect(wrapper.vm.$router.currentRoute.value.fullPath).toBe('/vehicles?new');
  });
});

describe('a window of one screen', () => {
  it('shows that screen and the status alone, and no fault that axe finds', async () => {
    await frame('/map', 'map');
    expect(document.querySelector('nav')).toBeNull();
    expect(document.querySelector('header.title-bar')).toBeNull();
    expect(document.querySelector('main')?.textContent).toContain('map screen');
    expect(document.title).toBe('Map · Fleetdesk');
    expect(await axeFaults()).toEqual([]);
  });

  it('stays on its screen and sends everything else to the main window', async () => {
    const wrapper = await frame('/map', 'map');
    await wrapper.vm.$router.push('/vehicles?record=veh000000000005');
    await settled();
    expect(wrapper.vm.$router.currentRoute.value.path).toBe('/map');
    expect(takeAsked()).toEqual({ screen: 'address', address: '/vehicles?record=veh000000000005' });
    await wrapper.vm.$router.push('/map?vehicle=veh000000000005');
    expect(takeAsked()).toBeNull();
  });

  it('leaves it to the main window to ring, to go where a link leads, and to sign out', async () => {
    const wrapper = await frame('/map', 'map');
    theOffice().main.house.desktop.ask({ screen: 'user', id: 'abcDEF123456789' });
    await settled();
    expect(wrapper.vm.$router.currentRoute.value.path).toBe('/map');
    expect(takeAsked()).not.toBeNull();
    const offered = listActions().map(({ id }) => id);
    expect(offered).not.toContain('sign-out');
    expect(offered).not.toContain('switch-connection');
  });
});
