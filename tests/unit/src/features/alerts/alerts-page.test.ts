import { describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Alert } from '@contract/alerts';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useBridge } from '@/bridge';
import { alertOf, officeRules } from '../../../../mocked-main/office/alerts';
import { axeFaults, control, textOnPage, theOffice, type } from '../../render';
import { key, press, settle, show, useLayout } from './alerts-screen';

const now = Date.now();
const minute = 60_000;
const open = alertOf('fast 1', now - 6 * minute, { foundAt: now - 2 * minute });
const older = alertOf('fast 0', now - 90 * minute, { vehicleId: 'veh000000000001' });
const settledOne = { ...older, acknowledged: { at: now, by: 'ana' } };

useLayout();

/** Writes into the note, and stays in it. */
function write(text: string): HTMLElement {
  const note = control('Note', 'textarea');
  if (!(note instanceof HTMLTextAreaElement)) throw new Error('The note is no field.');
  note.value = text;
  note.dispatchEvent(new Event('input', { bubbles: true }));
  return note;
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
