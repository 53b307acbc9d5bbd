import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { pressKey } from '@/app/shortcuts';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { mayLeave, useUnsavedQuestion } from '@/app/unsaved';
import { useBridge, type Bridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { officeConnections } from '../../../../mocked-main/office/connections';
import Page from '@/features/settings/Page.vue';
import { axeFaults, control, render, textOnPage, type, valueOf } from '../../render';

async function page(office: OfficeOptions = {}) {
  await render(Page, { office });
  await flushPromises();
}

async function press(name: string, kind?: string): Promise<void> {
  control(name, kind).click();
  await flushPromises();
}

describe('the settings', () => {
  it('have no fault that axe finds', async () => {
    await page();
    expect(await axeFaults()).toEqual([]);
  });

  it('change the look at once, and never to none', async () => {
    await page();
    await press('Dark');
    expect(useSettingsStore().state.theme).toBe('dark');
    await press('Dark');
    expect(useSettingsStore().state.theme).toBe('dark');
  });

  it('keep each of two quick changes, whatever becomes of the other', async () => {
    await page();
    const settings = useSettingsStore();
    type Answer = Awaited<ReturnType<Bridge['settings']['update']>>;
    const waiting: ((answer: Answer) => void)[] = [];
    vi.spyOn(useBridge().settings, 'update').mockImplementation(
      () => new Promise((resolve) => waiting.push(resolve)),
    );
    const before = settings.state;
    const changes = [settings.update({ theme: 'dark' }), settings.update({ playerHeight: 300 })];
    expect(settings.state).toMatchObject({ theme: 'dark', playerHeight: 300 });
    waiting[0]?.({ ok: true, data: { ...before, theme: 'dark' } });
    await flushPromises();
    expect(settings.state).toMatchObject({ theme: 'dark', playerHeight: 300 });
    waiting[1]?.({ ok: false, error: { code: 'file-unreadable', message: 'EROFS' } });
    await Promise.all(changes);
    expect(settings.state).toEqual({ ...before, theme: 'dark' });
  });

  it('choose what the map does with vehicles left out, and what rows of the list show', async () => {
    await page();
    await press('Hide');
    expect(useSettingsStore().state.mapOthers).toBe('hide');
    expect(textOnPage()).toContain('Rows of the vehicle list');
  });

  it('take an https address for the browser map alone, show an example, and go back', async () => {
    await page();
    const field = 'Map in the browser';
    const kept = () => useSettingsStore().state.browserMap;
    for (const wrong of ['http://maps.example.com/{lat}/{lon}', 'https://maps.example.com/{lat}']) {
      await type(field, wrong);
      await press('Use this map');
      expect(kept()).toBeNull();
    }
    expect(textOnPage()).toContain('Add {lat} and {lon}');
    await type(field, ' https://maps.example.com/?q={lat},{lon} ');
    expect(textOnPage()).toContain('https://maps.example.com/?q=-23.550520,-46.633308');
    await press('Use this map');
    expect(kept()).toBe('https://maps.example.com/?q={lat},{lon}');
    await press('Reset to default');
    expect(kept()).toBeNull();
    expect(valueOf(field)).toContain('https://www.openstreetmap.org/');
  });

  it('take back a change that was not kept, and say why', async () => {
    await page({
      faults: { 'settings.update': { code: 'file-unreadable', message: 'EROFS' } },
    });
    await press('Plates on the map', '[role=switch]');
    expect(useSettingsStore().state.mapLabels).toBe(true);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('EROFS');
  });

  it('take limits of time in minutes, refuse others, and go back to the profile when emptied', async () => {
    await page();
    const field = 'Silent after';
    const kept = () => useSettingsStore().state.silentAfter;
    const leave = async () => {
      control(field, 'input').dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      await flushPromises();
    };
    expect(valueOf(field)).toBe('');
    // What the service profile says, while it is empty.
    await vi.waitFor(() => {
      expect(control(field, 'input').getAttribute('placeholder')).toBe('60');
    });
    type(field, '90');
    await leave();
    expect(kept()).toBe(90);
    type(field, '3');
    await leave();
    expect(kept()).toBe(90);
    expect(textOnPage()).toContain('Enter a whole number from 5 to 2,880.');
    type(field, '');
    await leave();
    expect(kept()).toBeNull();
  });

  it('keep trails for a number of days, and never for none', async () => {
    await page();
    const field = 'Keep trails for';
    expect(valueOf(field)).toBe('30');
    for (const typed of ['', '14', '']) {
      type(field, typed);
      control(field, 'input').dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      await flushPromises();
    }
    expect(useSettingsStore().state.trailDays).toBe(14);
  });

  it('keep an address server once it is confirmed, and none with a key in its address', async () => {
    await page();
    const settings = useSettingsStore();
    expect(settings.state.geocoder).toBeNull();
    const first = { kind: 'photon', address: 'https://one.example', isPrivate: false } as const;
    await settings.update({ geocoder: first });
    await flushPromises();
    type('Address of the server', 'https://two.example/api?q={q}&key=abc');
    await flushPromises();
    expect(control('Use this server')).toHaveProperty('disabled', true);
    type('Address of the server', 'https://two.example/api?q={q}');
    await flushPromises();
    expect(settings.state.geocoder).toEqual(first);
    control('Use this server').closest('form')?.requestSubmit();
    await flushPromises();
    expect(settings.state.geocoder?.address).toBe('https://two.example/api?q={q}');
  });

  it('edit this connection in place', async () => {
    await page();
    expect(control('Save')).toHaveProperty('disabled', true);
    type('Name', 'Central');
    type('Requests a minute', '12');
    await flushPromises();
    await press('Save');
    expect(useSessionStore().connection).toMatchObject({ name: 'Central', budgetShare: 12 });
    expect(textOnPage()).toContain('Saved');
  });

  it('save this connection by Ctrl+S, too', async () => {
    await page();
    type('Name', 'Central');
    await flushPromises();
    pressKey(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
    await flushPromises();
    expect(useSessionStore().connection).toMatchObject({ name: 'Central' });
  });

  it('ask before what was typed for this connection is left behind', async () => {
    await page();
    expect(await mayLeave()).toBe(true);
    type('Name', 'Central');
    await flushPromises();
    const isLeft = mayLeave();
    const question = useUnsavedQuestion();
    expect(question.value?.work.name()).toBe('Transportes Vila Clara');
    expect(await question.value?.work.save()).toBe(true);
    question.value?.answer(true);
    expect(await isLeft).toBe(true);
    expect(useSessionStore().connection).toMatchObject({ name: 'Central' });
    expect(await mayLeave()).toBe(true);
  });

  it('keep a wrong share from being saved, and take back what was typed', async () => {
    await page();
    type('Requests a minute', '2');
    await flushPromises();
    await press('Save');
    expect(textOnPage()).toContain('Enter a whole number of 4 or more');
    await press('Revert');
    expect(valueOf('Requests a minute')).toBe('');
    expect(useSessionStore().connection?.budgetShare).toBeNull();
  });

  it.each(['Save', 'Revert'])(
    'keep the focus in place once %s can not be pressed',
    async (name) => {
      await page();
      type('Name', 'Central');
      await flushPromises();
      control(name).focus();
      await press(name);
      expect(document.activeElement).toBe(document.querySelector('form'));
    },
  );

  it('leave the focus where somebody types', async () => {
    await page();
    type('Name', 'Central');
    await flushPromises();
    const field = control('Name', 'input');
    field.focus();
    await press('Save');
    expect(textOnPage()).toContain('Saved');
    expect(document.activeElement).toBe(field);
  });

  it('have nothing to set of the demo fleet’s connection', async () => {
    const [connection] = officeConnections(0);
    if (!connection) throw new Error('no connection');
    await page({ session: { connection: { ...connection, isDemo: true, name: 'Demo' } } });
    expect(textOnPage()).toContain('The demo fleet needs no setup');
    expect(document.querySelector('[data-section=connection] form')).toBeNull();
  });

  it('keep what was typed where saving failed', async () => {
    await page({ faults: { 'connections.update': { code: 'file-unreadable', message: 'EROFS' } } });
    type('Name', 'Central');
    await flushPromises();
    await press('Save');
    expect(valueOf('Name')).toBe('Central');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('EROFS');
  });

  it('name what others made, and on which terms', async () => {
    await page();
    expect(textOnPage()).toMatch(/Electron \S+ · Linux · MIT/);
    for (const words of ['GeoNames', 'CC BY 4.0', 'Natural Earth', 'Inter', 'SIL OFL 1.1']) {
      expect(textOnPage()).toContain(words);
    }
  });
});
