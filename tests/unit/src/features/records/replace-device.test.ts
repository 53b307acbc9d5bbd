import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { axeFaults } from '../../render';
import { choose } from './choose';
import { button, click, dialog, layOut, openScreen, pageOf, region, settle } from './screen';

const panel = () => region('Vehicle details');

beforeEach(layOut);

/** Opens the dialog on the devices of a vehicle with a main device and another one. */
async function openDialog(office?: OfficeOptions): Promise<void> {
  await openScreen(pageOf('vehicles'), '/vehicles?record=veh000000000005&tab=devices', office);
  await click(button(panel()?.querySelector('[role=tabpanel]') ?? null, 'Replace device'));
}

describe('replacing a device of a vehicle', () => {
  it('says step by step what is sent, the main device first among them', async () => {
    await openDialog();
    await choose('New device', 'Tracker 116');
    const steps = [...(dialog()?.querySelectorAll('ol li') ?? [])].map(({ textContent }) =>
      textContent.trim(),
    );
    expect(steps).toEqual([
      expect.stringMatching(/^Tracker 116 is added to /),
      'Tracker 116 becomes the main device: the position comes from it.',
      expect.stringMatching(/^Tracker 105 is removed from /),
    ]);
    expect(button(dialog(), 'Replace').disabled).toBe(false);
    vi.useRealTimers();
    expect(await axeFaults(dialog() as Element)).toEqual([]);
  });

  it('says why the device to remove can’t be chosen where there is only one', async () => {
    await openScreen(pageOf('vehicles'), '/vehicles?record=veh000000000002&tab=devices');
    await click(button(panel()?.querySelector('[role=tabpanel]') ?? null, 'Replace device'));
    const old = button(dialog(), 'Device to remove');
    expect(old.disabled).toBe(true);
    const hint = document.getElementById(old.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(/has only this device\.$/);
  });

  it('is queued as one action that is taken back whole', async () => {
    await openDialog();
    await choose('New device', 'Tracker 116');
    await click(button(dialog(), 'Replace'));
    expect(dialog()).toBeNull();
    expect(panel()?.textContent).toContain('Tracker 116');
    const [added] = await heldKinds();
    expect(await heldKinds()).toEqual([added, 'makeMain', 'dissociate']);
    expect(added).toBe('associate');
  });

  it('warns of a device that the service will refuse: it is on another vehicle', async () => {
    await openDialog();
    await choose('New device', 'Tracker 107');
    expect(dialog()?.textContent).toMatch(/Tracker 107 is still on /);
    expect(button(dialog(), 'Replace anyway').disabled).toBe(false);
  });

  it('begins at the choice of the new device', async () => {
    await openDialog();
    expect(document.activeElement).toBe(
      dialog()?.querySelector('input[role=combobox]') ?? 'no field',
    );
  });

  it('offers usable devices first, then the others with what stands against them', async () => {
    await openDialog();
    await click(dialog()?.querySelector('input[role=combobox]') ?? document.body);
    const notes = [...document.querySelectorAll('[role=option]')].map(
      (option) => option.querySelector('.end')?.textContent ?? '',
    );
    const isRefused = (note: string) => / · (on|of) /.test(note);
    const first = notes.findIndex(isRefused);
    expect(first).toBeGreaterThan(0);
    expect(notes[0]).toMatch(/ · not checked on all vehicles$/);
    expect(notes.slice(first).every(isRefused)).toBe(true);
    expect(notes.some((note) => / · on /.test(note))).toBe(true);
    expect(dialog()?.textContent).toMatch(/Not checked on all vehicles \(\d+ of \d+\)/);
  });

  it('says at the end of the list how many more there are', async () => {
    await openDialog();
    await click(dialog()?.querySelector('input[role=combobox]') ?? document.body);
    const { length } = document.querySelectorAll('[role=option]');
    expect(length).toBe(40);
    expect(document.querySelector('[role=listbox]')?.textContent).toMatch(
      /\d+ more\. Type to search\./,
    );
  });

  it('offers none of the devices that are on the vehicle already', async () => {
    await openDialog();
    const field = dialog()?.querySelector<HTMLInputElement>('input[role=combobox]');
    field?.focus();
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await settle();
    const options = [...document.querySelectorAll('[role=option]')].map(({ textContent }) =>
      textContent.trim(),
    );
    expect(options.length).toBeGreaterThan(10);
    expect(options.filter((each) => /^Tracker 10[45]/.test(each))).toEqual([]);
  });
});

async function heldKinds(): Promise<string[]> {
  const answer = await useBridge().records.history({
    collection: 'vehicles',
    key: 'veh000000000005',
  });
  return answer.ok
    ? answer.data
        .filter(({ action }) => action !== null)
        .map(({ kind }) => kind)
        .reverse()
    : [];
}
