import { flushPromises } from '@vue/test-utils';
import { TooltipProvider } from 'reka-ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { useRoute } from 'vue-router';
import type { Alert } from '@contract/alerts';
import { pressKey } from '@/app/shortcuts';
import { useAlertsStore } from '@/app/stores/alerts-store';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import Page from '@/features/alerts/Page.vue';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { alertOf, officeRules, type AlertSeeds } from '../../../../mocked-main/office/alerts';
import { giveLayout } from '../../layout';
import { axeFaults, control, render, settled, textOnPage, theOffice, type } from '../../render';

const now = Date.now();
const minute = 60_000;
const open = alertOf('fast 1', now - 6 * minute, { foundAt: now - 2 * minute });
const older = alertOf('fast 0', now - 90 * minute, { vehicleId: 'veh000000000001' });
const settledOne = { ...older, acknowledged: { at: now, by: 'ana' } };

let takeLayout: () => void;

beforeEach(() => {
  takeLayout = giveLayout(600, 800);
});

afterEach(() => {
  takeLayout();
});

/** Where the page is, with its query. */
let place: () => string = () => '';

async function show(at = '/alerts', alerts: AlertSeeds = {}, more: OfficeOptions = {}) {
  const framed = defineComponent(() => {
    const route = useRoute();
    place = () => route.fullPath;
    return () => h(TooltipProvider, () => [h('main', [h(Page)]), h(UnsavedDialog)]);
  });
  await render(framed, { at, office: { vehicles: 3, isRead: true, alerts, ...more } });
  await settle();
}

async function settle() {
  await settled();
  await flushPromises();
  await settled();
}

async function press(name: string, selector?: string) {
  control(name, selector).click();
  await settle();
}

async function key(name: string, held: KeyboardEventInit = {}) {
  pressKey(new KeyboardEvent('keydown', { key: name, ...held }));
  await settle();
}

/** Writes into the note, and stays in it. */
function write(text: string): HTMLElement {
  const note = control('Note', 'textarea');
  if (!(note instanceof HTMLTextAreaElement)) throw new Error('The note is no field.');
  note.value = text;
  note.dispatchEvent(new Event('input', { bubbles: true }));
  return note;
}

/** Menus open by keyboard. */
async function choose(menu: string, item: string) {
  control(menu, 'button').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
  );
  await settle();
  control(item, '[role=menuitem]').click();
  await settle();
}

async function kept(): Promise<readonly Alert[]> {
  const answer = await theOffice().main.call('alerts.find', {
    filter: {
      ...{ from: null, to: null, ruleIds: [], kinds: [], vehicleIds: [] },
      ...{ state: 'all', assignedTo: null },
    },
    ...{ after: null, limit: 50 },
  });
  return (answer as { alerts: Alert[] }).alerts;
}

describe('the alerts', () => {
  it('say what rules are for while there are none', async () => {
    await show();
    expect(textOnPage()).toContain('No rules yet');
    expect(await axeFaults()).toEqual([]);
  });

  it('tell vehicle, what was found and how late, and have no fault that axe finds', async () => {
    await show('/alerts', { rules: officeRules, alerts: [open, older] });
    expect(textOnPage()).toContain('96 km/h, limit 80 km/h');
    expect(textOnPage()).toMatch(/Too fast · (São Paulo · )?found 4m later/);
    expect(textOnPage()).toContain('2 alerts');
    expect(await axeFaults()).toEqual([]);
  });

  it('go by keyboard alone from an alert to acknowledging it, which the panel then shows', async () => {
    await show('/alerts', { rules: officeRules, alerts: [open, older] });
    await key('j');
    control('List of alerts', '[role=listbox]').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    );
    await settle();
    expect(textOnPage()).toContain('The vehicle was checked about every 40s');
    await key('a');
    expect(textOnPage()).toContain('Acknowledged');
    expect(useAlertsStore().counts.open).toBe(1);
    expect((await kept()).find(({ id }) => id === 'fast 1')?.acknowledged).not.toBeNull();
    await press('Open again');
    expect(useAlertsStore().counts.open).toBe(2);
  });

  it('keep a note and are acknowledged by one press on the button', async () => {
    await show('/alerts?alert=fast 1', { rules: officeRules, alerts: [open, older] });
    const note = write('Called the driver');
    // The press takes the focus from the field, which saves what was written.
    note.dispatchEvent(new Event('change', { bubbles: true }));
    await nextTick();
    control('Acknowledge', 'button').click();
    await settle();
    const now = (await kept()).find(({ id }) => id === 'fast 1');
    expect(now).toMatchObject({ note: 'Called the driver' });
    expect(now?.acknowledged).not.toBeNull();
  });

  it('keep a note that is being written as the panel goes away', async () => {
    await show('/alerts?alert=fast 1', { rules: officeRules, alerts: [open, older] });
    write('Called the driver');
    // Nothing tells the field that it is left.
    await press('Close the alert');
    expect(document.querySelector('textarea')).toBeNull();
    expect((await kept()).find(({ id }) => id === 'fast 1')?.note).toBe('Called the driver');
  });

  it('tell who is on the vehicle, who is called from there', async () => {
    const ana = {
      id: 'user00000000001',
      name: 'Ana Reis',
      nature: 'DRIVER',
      phones: ['+55 63 99344-5587'],
    };
    const drivers = { value: [ana], readAt: now, error: null };
    const answers = {
      'vehicles.card': () => ({ device: null, drivers }),
      'vehicles.drivers': () => drivers,
    };
    const seeds = { rules: officeRules, alerts: [open, older] };
    await show('/alerts?alert=fast 1', seeds, { answers });
    const people = document.querySelector('.people')?.textContent;
    expect(people).toContain('Driver');
    expect(people).toContain('Ana Reis');
    const call = vi.spyOn(useBridge().app, 'call').mockResolvedValue({ ok: true, data: undefined });
    await press('Call Ana Reis');
    expect(call).toHaveBeenCalledWith('+55 63 99344-5587');
  });

  it('keep a note with Ctrl+S', async () => {
    await show('/alerts?alert=fast 1', { rules: officeRules, alerts: [open, older] });
    write('Called the driver');
    await settle();
    await key('s', { ctrlKey: true });
    expect((await kept()).find(({ id }) => id === 'fast 1')?.note).toBe('Called the driver');
    expect(textOnPage()).toContain('Saved.');
  });

  it('open the alert that a notification leads to, also one that was acknowledged', async () => {
    await show('/alerts?alert=fast+0', { rules: officeRules, alerts: [open, settledOne] });
    expect(textOnPage()).toContain('by ana');
  });

  it('open the one that a link leads to, however many are newer', async () => {
    const newer = Array.from({ length: 250 }, (_, n) => alertOf(`new ${n}`, now - n * 1000));
    await show('/alerts?alert=fast+0', { rules: officeRules, alerts: [...newer, settledOne] });
    expect(textOnPage()).toContain('by ana');
  });

  it('come after those that were acknowledged, however many these were', async () => {
    const alerts = Array.from({ length: 600 }, (_, n) => alertOf(`fast ${n}`, now - n * 1000));
    await show('/alerts', { rules: officeRules, alerts });
    const ids = alerts.slice(0, 500).map(({ id }) => id);
    await useBridge().alerts.change({ alerts: { ids }, isAcknowledged: true });
    await settle();
    expect(textOnPage()).not.toContain('No open alerts');
    expect(useAlertsStore().open).toHaveLength(100);
  });

  it('are acknowledged all at once, after a question that says how many', async () => {
    await show('/alerts', { rules: officeRules, alerts: [open, older] });
    await press('Acknowledge all');
    expect(textOnPage()).toContain('Acknowledge 2 alerts?');
    await press('Acknowledge all', '[role=dialog] button');
    expect(useAlertsStore().counts.open).toBe(0);
    expect(textOnPage()).toContain('No open alerts');
  });

  it('keep a note and who looks after them', async () => {
    await show('/alerts?alert=fast+1', { rules: officeRules, alerts: [open] });
    const area = document.querySelector('textarea');
    if (area === null) throw new Error('There is no field for the note.');
    area.value = 'Called the driver';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    await press('Save');
    expect((await kept())[0]).toMatchObject({ note: 'Called the driver' });
  });

  it('say where it was, beside the rule', async () => {
    await show('/alerts', { rules: officeRules, alerts: [open] });
    await vi.waitFor(() => {
      expect(document.querySelector('[role=option] .details')?.textContent).toMatch(
        /Too fast · .*São Paulo/,
      );
    });
  });

  it('are narrowed to the days from one to another', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const before = alertOf('fast old', now - 10 * 24 * 60 * minute, {
      figures: { speed: 133, limit: 80 },
    });
    await show('/alerts', { rules: officeRules, alerts: [open, before] });
    expect(textOnPage()).toContain('133 km/h');
    await press('Time', '.trigger');
    type('From', day(before.at - 24 * 60 * minute));
    type('To', day(before.at + 24 * 60 * minute));
    await settle();
    expect(textOnPage()).toContain('133 km/h');
    expect(textOnPage()).not.toContain('96 km/h');
    expect(textOnPage()).toContain('1 alert');
  });

  it('show many that came together as one row, which opens', async () => {
    const storm = Array.from({ length: 40 }, (_, index) =>
      alertOf(`s${index}`, now - 30 * minute - index * 500),
    );
    await show('/alerts', { rules: officeRules, alerts: storm });
    expect(textOnPage()).toContain('40 alerts of “Too fast”');
    expect(document.querySelectorAll('[role=option]')).toHaveLength(1);
    control('40 alerts', '[role=option]').click();
    await settle();
    expect(document.querySelectorAll('[role=option]').length).toBeGreaterThan(5);
  });
});

describe('the visits of zones', () => {
  const visit = (index: number, ago: number, minutes: number | null) => ({
    ...{ vehicleId: `veh${String(index).padStart(12, '0')}`, zoneId: 'yard' },
    ...{ from: now - ago * minute, to: minutes === null ? null : now - (ago - minutes) * minute },
    ...{ isFromUnknown: false, isToUnknown: false },
  });
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]')];
  const stays = () => rows().map((row) => row.querySelectorAll('[role=gridcell]')[4]?.textContent);

  it('are a table that its columns sort, of which a row leads to the replay of its moment', async () => {
    const seenInside = { ...visit(2, 60, 45), isFromUnknown: true };
    const visits = [visit(1, 90, 20), seenInside, visit(0, 10, null)];
    const answers = { 'alerts.visits': () => ({ visits, isCut: false }) };
    await show('/alerts?tab=visits', {}, { answers });
    // It was inside when it was first looked at: it may have come long before.
    expect(stays()).toEqual(['10m', '45m+', '20m']);
    expect(rows()[0]?.textContent).toContain('still inside');
    await press('Stayed', '[role=columnheader] button');
    expect(stays()).toEqual(['10m', '20m', '45m+']);
    expect(await axeFaults()).toEqual([]);
    rows()[1]?.click();
    await settle();
    expect(place()).toContain('/replay?vehicle=veh000000000001');
    expect(place()).toContain(`at=${String(now - 90 * minute)}`);
  });
});

describe('the rules', () => {
  it('are made by keyboard alone, and say what is wrong at its field', async () => {
    await show('/alerts?tab=rules');
    expect(await axeFaults()).toEqual([]);
    await choose('New rule', 'Speeding');
    expect(document.activeElement).toBe(control('Name'));
    type('Faster than', '1000');
    await press('Save');
    expect(textOnPage()).toContain('Enter a name.');
    expect(textOnPage()).toContain('Enter a number from 5 to 400.');
    expect(await axeFaults()).toEqual([]);
    type('Name', 'Town limit');
    type('Faster than', '60');
    await settle();
    await press('Save');
    expect(useAlertsStore().rules.map(({ rule }) => rule)).toMatchObject([
      { name: 'Town limit', kind: 'speed', limit: 60, zones: null },
    ]);
    expect(textOnPage()).toContain('Rule “Town limit” saved.');
    expect(textOnPage()).toContain('Over 60 km/h');
  });

  it('begin where there is none yet: the form opens at once', async () => {
    await show('/alerts');
    expect(textOnPage()).toContain('No rules yet');
    await choose('New rule', 'Speeding');
    await settle();
    expect(place()).toContain('tab=rules');
    expect(textOnPage()).toContain('New rule: Speeding');
    await press('Save');
    expect(textOnPage()).toContain('Enter a name.');
  });

  it('are turned off, and deleted with an undo that brings all of a rule back', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await press('Rule “Too fast” is on');
    expect(useAlertsStore().rules.find(({ rule }) => rule.id === 'fast')?.rule.isOn).toBe(false);
    await press('Too fast', '[role=row]');
    await press('Delete rule');
    expect(useAlertsStore().rules.map(({ rule }) => rule.id)).toEqual(['quiet']);
    await useUndo().undo();
    await settle();
    expect(useAlertsStore().rules.find(({ rule }) => rule.id === 'fast')?.rule).toMatchObject({
      ...{ name: 'Too fast', limit: 80, isOn: false },
    });
  });

  it('are opened and left by keyboard alone, row by row', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await key('j');
    await key('j');
    const table = control('Rules', '[role=grid]');
    expect(document.activeElement).toBe(table);
    table.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await settle();
    expect((control('Name', 'input') as HTMLInputElement).value).toBe('Too fast');
    await key('Escape');
    expect(document.querySelector('section[aria-label="Rule"]')).toBeNull();
    expect(document.activeElement).toBe(table);
  });

  it('keep what is typed while a save is on its way', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await press('Too fast', '[role=row]');
    type('Name', 'Much too fast');
    await settle();
    control('Save', 'button').click();
    type('Faster than', '90');
    await settle();
    expect((control('Faster than', 'input') as HTMLInputElement).value).toBe('90');
    await press('Save');
    expect(useAlertsStore().rules.find(({ rule }) => rule.id === 'fast')?.rule).toMatchObject({
      ...{ name: 'Much too fast', limit: 90 },
    });
  });

  it('take over what another window changes, beside what is typed here', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await press('Too fast', '[role=row]');
    type('Faster than', '90');
    await settle();
    const saved = () => useAlertsStore().rules.find(({ rule }) => rule.id === 'fast')?.rule;
    const before = saved();
    if (before === undefined) throw new Error('There is no such rule.');
    await useBridge().alerts.saveRule({ ...before, name: 'Town limit' });
    await settle();
    expect((control('Name', 'input') as HTMLInputElement).value).toBe('Town limit');
    await press('Save');
    expect(saved()).toMatchObject({ name: 'Town limit', limit: 90 });
  });

  it('name a zone that was deleted as such, so that it can be taken off', async () => {
    await show('/alerts?tab=rules', {
      rules: [
        {
          ...{ id: 'in', name: 'Depot reached', kind: 'zone-enter', isOn: true, hours: null },
          ...{ vehicles: { kind: 'all' }, zones: { zoneIds: ['gone'], groups: [] } },
          ...{ hasSound: false, isNotified: true, ignoresDoNotDisturb: false },
        },
      ],
    });
    expect(textOnPage()).toContain('Into deleted zone');
    await press('Depot reached', '[role=row]');
    expect(textOnPage()).toContain('Zones: deleted zone');
    expect(textOnPage()).not.toContain('gone');
  });

  it('ask before what was changed is left', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await press('No signal', '[role=row]');
    type('Name', 'Quiet device');
    await settle();
    await press('Too fast', '[role=row]');
    expect(textOnPage()).toContain('Quiet device');
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
  });
});
