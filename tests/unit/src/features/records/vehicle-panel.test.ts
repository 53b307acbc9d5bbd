import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '@/app/kept-focus';
import { useBridge } from '@/bridge';
import { plateOf } from '../../../../mocked-main/office/records';
import { control } from '../../render';
import {
  back,
  button,
  click,
  dialog,
  layOut,
  place,
  press,
  region,
  rows,
  settle,
  titles,
  typeIn,
  valueIn,
} from './screen';
import { idOf, open, panel, recordIn, selectedTitles, send } from './vehicles-screen';

beforeEach(layOut);

describe('a vehicle beside its list', () => {
  it('opens by a link, and goes back and forward in the history', async () => {
    await open(`/vehicles?record=${idOf(5)}&tab=raw`);
    expect(panel()?.textContent).toContain('"plate"');
    await click(rows()[0] as HTMLElement);
    const second = recordIn(place());
    expect(second).not.toBe(idOf(5));
    await back();
    expect(recordIn(place())).toBe(idOf(5));
  });

  it.each([
    ['/vehicles?record=veh999999999999', 'Neither this computer nor the service knows this id'],
    ['/vehicles?record=%2E%2E%2Fsettings', 'The link contains something that isn’t an id'],
  ])('says so where a link names none: %s', async (at, words) => {
    await open(at);
    expect(panel()?.textContent).toContain('No vehicle with this id');
    expect(panel()?.textContent).toContain(words);
    await click(button(panel(), 'Close'));
    expect(place()).toBe('/vehicles');
  });

  it('is edited in place: only touched fields go, and the row is marked until they went', async () => {
    await open(`/vehicles?record=${idOf(5)}`, { answeredWrites: 0 });
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Description', 'Doca 4');
    expect(panel()?.textContent).toContain('1 field changed');
    await press('s', { ctrlKey: true }, document.body);
    expect(update.mock.calls.map(([input]) => input.fields)).toEqual([{ description: 'Doca 4' }]);
    expect(panel()?.textContent).toContain('Not sent yet. On the service: empty');
    const row = rows().find(
      (each) => each.getAttribute('aria-rowindex') !== null && recordRow(each),
    );
    expect(row?.textContent).toContain('Being sent');
    await send();
    expect(panel()?.textContent).not.toMatch(/Being sent|Not sent yet|Needs attention/);
  });

  it('is warned of a value that the service may refuse, which goes all the same', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Description', 'Doca 4');
    await typeIn(panel(), 'VIN', '9BWIO');
    expect(panel()?.textContent).toContain('A VIN has digits and letters without I, O and Q.');
    expect(panel()?.textContent).toContain('2 fields changed');
    await press('s', { ctrlKey: true }, document.body);
    expect(update.mock.calls.map(([input]) => input.fields)).toEqual([
      { description: 'Doca 4', vin: '9BWIO' },
    ]);
    expect(panel()?.textContent).toContain('Needs attention');
  });

  it.each(['Save', 'Discard'])(
    'has the focus in the field that was edited after %s',
    async (name) => {
      await open(`/vehicles?record=${idOf(5)}`);
      const stop = keepFocus();
      const batch = control('Code', 'input');
      batch.focus();
      await typeIn(panel(), 'Code', 'F-99');
      const answer = button(panel(), name);
      answer.focus();
      await click(answer);
      await new Promise(requestAnimationFrame);
      expect(document.activeElement).toBe(batch);
      // What is typed then changes that field alone.
      (document.activeElement as HTMLInputElement).value += '9';
      document.activeElement?.dispatchEvent(new Event('input', { bubbles: true }));
      await settle();
      expect(panel()?.textContent).toContain('1 field changed');
      stop();
    },
  );

  function recordRow(row: HTMLElement): boolean {
    return row.classList.contains('opened');
  }

  it('holds what can’t be: a needed field empty, a colour that is none', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Color', 'silver');
    expect(panel()?.textContent).toContain('Enter a color as #RRGGBB');
    await click(button(panel(), 'Save'));
    expect(update).not.toHaveBeenCalled();
    await typeIn(panel(), 'Color', '#C0C0C0');
    await typeIn(panel(), 'Plate', '');
    expect(panel()?.textContent).toContain('This field is required.');
    await click(button(panel(), 'Discard'));
    expect(panel()?.textContent).not.toContain('This field is required.');
  });

  it('keeps every word where saving failed, and says why at the field', async () => {
    await open(`/vehicles?record=${idOf(5)}`, {
      faults: {
        'records.update': {
          code: 'store-damaged',
          reason: 'disk-full',
          message: 'SQLITE_FULL',
          fields: [{ path: 'fields.code', message: 'too long' }],
        },
      },
    });
    await typeIn(panel(), 'Code', 'F-999');
    await click(button(panel(), 'Save'));
    expect(valueIn(panel(), 'Code')).toBe('F-999');
    expect(panel()?.textContent).toContain('disk is full');
    expect(panel()?.textContent).toContain('The service says: too long');
  });

  it('says what main refused at its field, in its own words and not as the service’s', async () => {
    await open(`/vehicles?record=${idOf(5)}`, {
      faults: {
        'records.update': {
          ...{ code: 'invalid-request', message: 'refused' },
          fields: [
            {
              path: 'fields.code',
              message: 'Too big',
              says: 'tooLong',
              values: { most: 9, n: 12 },
            },
          ],
        },
      },
    });
    await typeIn(panel(), 'Code', 'F-999');
    await click(button(panel(), 'Save'));
    expect(panel()?.textContent).toContain('At most 9 characters; this has 12.');
    expect(panel()?.textContent).not.toContain('The service says');
  });

  it('says how many characters a field takes before it is full, and when it is too long', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Plate', 'ABC 1D23 EFG 4H5');
    expect(panel()?.textContent).toContain('16 of 20 characters');
    await typeIn(panel(), 'Plate', '🚚'.repeat(21));
    expect(panel()?.textContent).toContain('At most 20 characters; this has 21.');
  });

  it('asks before unsaved words are left for another row or screen', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Code', 'F-999');
    await click(rows()[0] as HTMLElement);
    expect(dialog()?.textContent).toContain('You have unsaved changes.');
    expect(document.activeElement?.textContent).toContain('Keep editing');
    await press('s', { ctrlKey: true }, document.body);
    expect(dialog()).not.toBeNull();
    await click(button(dialog(), 'Keep editing'));
    expect(recordIn(place())).toBe(idOf(5));
    expect(valueIn(panel(), 'Code')).toBe('F-999');
    await press('Escape', {}, document.body);
    await click(button(dialog(), 'Discard changes'));
    expect(panel()).toBeNull();
  });

  it('keeps the focus with a new one that is not left after all', async () => {
    await open('/vehicles?new');
    const form = region('New vehicle');
    await typeIn(form, 'Plate', 'QZX1A23');
    form?.focus();
    await press('Escape', {}, document.body);
    await click(button(dialog(), 'Keep editing'));
    expect(dialog()).toBeNull();
    expect(valueIn(form, 'Plate')).toBe('QZX1A23');
    expect(document.activeElement).toBe(form);
  });

  it('saves and goes on where that is the answer', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Code', 'F-999');
    await click(rows()[0] as HTMLElement);
    await click(button(dialog(), 'Save'));
    expect(update).toHaveBeenCalledOnce();
    expect(recordIn(place())).not.toBe(idOf(5));
    expect(dialog()).toBeNull();
  });

  it('keeps unsaved words while its tabs are changed', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Code', 'F-999');
    await click(button(panel(), 'Raw record'));
    await click(button(panel(), 'Details'));
    expect(dialog()).toBeNull();
    expect(valueIn(panel(), 'Code')).toBe('F-999');
  });

  it('shows where its change needs a person, and what the service said of a field', async () => {
    await open(`/vehicles?record=${idOf(4)}`, {
      outbox: [
        {
          kind: 'update',
          subject: { collection: 'vehicles', key: idOf(4), label: 'CNY-2J96' },
          fields: { year: '2031' },
          base: { year: '2019' },
          state: 'attention',
          holdUp: null,
          trouble: {
            kind: 'refused',
            error: {
              code: 'invalid-request',
              message: 'PATCH answered 400',
              fields: [{ path: 'attributes.year', message: 'must not be in the future' }],
            },
          },
        },
      ],
    });
    expect(panel()?.textContent).toContain('Needs attention');
    expect(panel()?.textContent).toContain('must not be in the future');
    await click(button(panel(), 'Resolve in outbox'));
    expect(place()).toBe('/outbox?entry=entry-1');
  });

  it('leads to the map and to the day’s replay', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await click(button(panel(), 'Replay today'));
    expect(place()).toBe(`/replay?vehicle=${idOf(5)}&day=2026-11-25`);
  });
});

describe('a new vehicle', () => {
  it('is begun with N, kept at once and followed to the name that the service gives it', async () => {
    await open('/vehicles', { answeredWrites: 0 });
    await press('n');
    const form = () => region('New vehicle');
    await click(button(form(), 'Save'));
    expect(form()?.textContent).toContain('This field is required.');
    await typeIn(form(), 'Plate', 'QZX-9Y87');
    await typeIn(form(), 'Model', 'Ducato');
    await press('s', { ctrlKey: true }, document.body);
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe('QZX-9Y87');
    expect(recordIn(place())).toMatch(/^local:/);
    expect(panel()?.textContent).toContain('Not on the service yet');
    await typeIn(panel(), 'Code', 'half a word');
    await send();
    expect(recordIn(place())).toMatch(/^[A-Za-z0-9]{15}$/);
    expect(dialog(), 'a new name leaves nothing behind').toBeNull();
    expect(valueIn(panel(), 'Code')).toBe('half a word');
  });

  it('asks at the first Escape in a field that was changed', async () => {
    await open('/vehicles?new');
    await typeIn(region('New vehicle'), 'Plate', 'QZX');
    const plate = region('New vehicle')?.querySelector('input') ?? undefined;
    await press('Escape', {}, plate);
    expect(dialog()?.textContent).toContain('Save your changes to QZX?');
    await press('Escape', {}, dialog() ?? undefined);
    expect(dialog()).toBeNull();
  });

  it('asks before it is left half done', async () => {
    await open('/vehicles?new');
    await typeIn(region('New vehicle'), 'Plate', 'QZX');
    await press('Escape', {}, document.body);
    expect(dialog()?.textContent).toContain('Save your changes to QZX?');
    await press('Escape', {}, dialog() ?? undefined);
    expect(region('New vehicle')).not.toBeNull();
  });
});

describe('a delete', () => {
  it('asks for the plate of one; the row is marked then', async () => {
    await open();
    const remove = vi.spyOn(useBridge().records, 'delete');
    const [plate = ''] = titles();
    await press('j');
    await press('Delete');
    expect(dialog()?.textContent).toContain(`Delete ${plate}?`);
    expect(button(dialog(), 'Delete').disabled).toBe(true);
    await typeIn(
      dialog(),
      `Type the plate ${plate} to confirm`,
      plate.toLowerCase().replace('-', ''),
    );
    await click(button(dialog(), 'Delete'));
    expect(remove.mock.calls.map(([input]) => input.keys.length)).toEqual([1]);
    expect(dialog()).toBeNull();
    expect(rows()[0]?.textContent).toContain('Being deleted');
  });

  it('asks for the plate of the open vehicle, also where its row is not in the list', async () => {
    await open(`/vehicles?record=${idOf(5)}&q=no-such-plate`);
    expect(titles()).toEqual([]);
    const answer = await useBridge().records.read({ collection: 'vehicles', key: idOf(5) });
    const plate = answer.ok ? String(answer.data.fields['plate']) : '';
    await press('Delete');
    await settle();
    expect(dialog()?.textContent).toContain(`Delete ${plate}?`);
    expect(dialog()?.textContent).not.toContain(idOf(5));
  });

  it('asks for the count of many', async () => {
    await open();
    const remove = vi.spyOn(useBridge().records, 'delete');
    await press('j');
    await press('ArrowDown', { shiftKey: true }, document.body);
    await press('Delete');
    expect(dialog()?.textContent).toContain('Delete 2 vehicles?');
    expect(dialog()?.textContent).toContain('9s');
    await typeIn(dialog(), 'Type 2 to confirm', '3');
    expect(button(dialog(), 'Delete').disabled).toBe(true);
    await typeIn(dialog(), 'Type 2 to confirm', '2');
    await click(button(dialog(), 'Delete'));
    expect(remove.mock.calls.map(([input]) => input.keys.length)).toEqual([2]);
    expect(selectedTitles()).toEqual([]);
  });

  it('of the open vehicle can be taken back beside it', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await useBridge().records.delete({
      collection: 'vehicles',
      keys: [idOf(5)],
      confirmation: plateOf(5),
    });
    await settle();
    expect(panel()?.textContent).toMatch(/Deleted on the service in \d+ s\./);
    await click(button(panel(), 'Keep it'));
    expect(panel()?.textContent).not.toContain('Deleted on the service');
  });
});
