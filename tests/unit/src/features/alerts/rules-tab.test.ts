import { describe, expect, it } from 'vitest';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import { officeRules } from '../../../../mocked-main/office/alerts';
import { axeFaults, control, textOnPage, type } from '../../render';
import { choose, key, place, press, settle, show, useLayout } from './alerts-screen';

useLayout();

describe('the rules', () => {
  it('are not said to be none while the store that holds them is closed', async () => {
    await show('/alerts?tab=rules');
    const store = useStoreStore();
    for (const phase of ['opening', 'locked'] as const) {
      store.state = { ...store.state, phase };
      await settle();
      expect(textOnPage()).not.toContain('No rules yet');
    }
    expect(textOnPage()).toContain('The data on this computer can’t be read');
    store.state = { ...store.state, phase: 'open' };
    await settle();
    expect(textOnPage()).toContain('No rules yet');
    expect(control('How it works').getAttribute('href')).toContain('article=alerts&at=rules');
  });

  it('are made by keyboard alone, and say what is wrong at its field', async () => {
    await show('/alerts?tab=rules');
    expect(await axeFaults()).toEqual([]);
    await choose('New rule', 'Speeding');
    expect(document.activeElement).toBe(control('Name'));
    type('Faster than', '1000');
    await press('Save');
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

  it('are called by what they watch for where no name is entered', async () => {
    await show('/alerts?tab=rules');
    await choose('New rule', 'Speeding');
    const name = control('Name') as HTMLInputElement;
    expect(name.placeholder).toBe('Over 90 km/h');
    type('Faster than', '');
    await settle();
    expect(name.placeholder).toBe('');
    type('Faster than', '60');
    await settle();
    expect(name.placeholder).toBe('Over 60 km/h');
    await press('Save');
    expect(textOnPage()).toContain('Rule “Over 60 km/h” saved.');
    expect(useAlertsStore().rules.map(({ rule }) => rule.name)).toEqual(['Over 60 km/h']);
    // The name goes on with what the rule watches for.
    const heading = () => control('Close the rule').closest('section')?.querySelector('h2');
    expect([name.value, name.placeholder]).toEqual(['', 'Over 60 km/h']);
    expect(heading()?.textContent.trim()).toBe('Over 60 km/h');
    type('Faster than', '70');
    await settle();
    await press('Save');
    expect(useAlertsStore().rules.map(({ rule }) => rule.name)).toEqual(['Over 70 km/h']);
    type('Name', 'Town limit');
    await settle();
    await press('Save');
    type('Faster than', '50');
    await settle();
    await press('Save');
    expect(useAlertsStore().rules.map(({ rule }) => rule.name)).toEqual(['Town limit']);
  });

  it('take what happens again within some minutes for the same alert', async () => {
    await show('/alerts?tab=rules', { rules: officeRules });
    await press('Too fast', '[role=row]');
    const rest = control('Don’t repeat within', 'input') as HTMLInputElement;
    expect(rest.value).toBe('10');
    type('Don’t repeat within', '2000');
    await settle();
    await press('Save');
    expect(textOnPage()).toContain('Enter a number from 0 to 1440.');
    type('Don’t repeat within', '25');
    await settle();
    await press('Save');
    const { rule } = useAlertsStore().rules.find((each) => each.rule.id === 'fast') ?? {};
    expect(rule).toMatchObject({ restMinutes: 25 });
  });

  it('begin where there is none yet: the form opens at once', async () => {
    await show('/alerts');
    expect(textOnPage()).toContain('No rules yet');
    await choose('New rule', 'Speeding');
    await settle();
    expect(place()).toContain('tab=rules');
    expect(textOnPage()).toContain('New rule: Speeding');
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
          ...{ hasSound: false, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
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
