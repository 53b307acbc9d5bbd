import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { axeFaults, control, textOnPage } from '../../render';
import {
  button,
  click,
  dialog,
  layOut,
  openScreen,
  place,
  press,
  region,
  rows,
  settle,
  titles,
  typeIn,
  valueIn,
  pageOf,
} from './screen';
import { send } from './vehicles-screen';

const open = (at = '/users', office?: OfficeOptions) => openScreen(pageOf('users'), at, office);
const panel = () => region('User details');
const idOf = (index: number) => `usr${String(index).padStart(12, '0')}`;
const form = () => region('New user');

/** The measure of passwords loads its words when it is first needed. */
async function measured(): Promise<void> {
  await vi.waitFor(async () => {
    await settle();
    expect(form()?.querySelector('.strength')).not.toBeNull();
  });
}

beforeEach(layOut);

describe('the list of users', () => {
  it('dims those who are deactivated, and says so in words', async () => {
    await open('/users?sort=deactivatedAt.up');
    expect(rows()[0]?.classList.contains('faded')).toBe(true);
    expect(rows()[0]?.textContent).toContain('Deactivated');
  });

  it('is narrowed to those who are active', async () => {
    await open('/users?state=active');
    expect(rows().length).toBeGreaterThan(10);
    for (const row of rows()) expect(row.textContent).not.toContain('Deactivated');
  });

  it('deactivates those that are selected, each as a change of its own', async () => {
    await open();
    const setActive = vi.spyOn(useBridge().records, 'setActive');
    await press('j');
    // Keys that begin nowhere begin in the table, so that Tab goes on from there.
    expect(document.activeElement?.getAttribute('role')).toBe('grid');
    await press('ArrowDown', { shiftKey: true }, document.body);
    await click(button(document.querySelector('[role=toolbar]'), 'Deactivate'));
    expect(setActive).not.toHaveBeenCalled();
    expect(dialog()?.textContent).toContain('Deactivate 2 users?');
    await click(button(dialog(), 'Deactivate'));
    expect(setActive.mock.calls.map(([input]) => input.isActive)).toEqual([false, false]);
    expect(rows()[0]?.textContent).toContain('Not sent yet');
  });

  it('deactivates nobody more once those so far are taken back', async () => {
    await open();
    const { setActive: reallySet } = useBridge().records;
    let goOn = (): void => undefined;
    const setActive = vi
      .spyOn(useBridge().records, 'setActive')
      .mockImplementation(async (input) => {
        const answer = await reallySet(input);
        if (setActive.mock.calls.length === 2) {
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
        }
        return answer;
      });
    await press('j');
    await press('ArrowDown', { shiftKey: true }, document.body);
    await press('ArrowDown', { shiftKey: true }, document.body);
    await click(button(document.querySelector('[role=toolbar]'), 'Deactivate'));
    await click(button(dialog(), 'Deactivate'));
    expect(setActive).toHaveBeenCalledTimes(2);
    // The answer to the second is on its way.
    const undone = useUndo().undo();
    goOn();
    await undone;
    await settle();
    expect(setActive).toHaveBeenCalledTimes(2);
    expect(useOutboxStore().entries).toEqual([]);
  });

  it('finds by name without accents, by part of the CPF and by user name', async () => {
    await open('/users?q=conceicao%20ant');
    expect(titles().every((title) => title.startsWith('Conceição Antunes'))).toBe(true);
    expect(titles().length).toBeGreaterThan(1);
  });
});

describe('a new user', () => {
  it('has a password whose strength is told, with what is known of its owner', async () => {
    await open('/users?new');
    await typeIn(form(), 'Username', 'helena.dias');
    await typeIn(form(), 'Password', 'helena.dias1');
    await measured();
    expect(form()?.querySelector('.strength')?.textContent).toContain('Very weak');
    await typeIn(form(), 'Password', 'quarenta-e-duas-docas-azuis');
    expect(form()?.querySelector('.strength')?.textContent).toContain('Strong');
    await click(button(form(), 'Suggest one'));
    expect(valueIn(form(), 'Password')).toMatch(/^[\w.-]{16}$/);
    expect(form()?.querySelector('.strength')?.textContent).toContain('Strong');
  });

  it('is not kept without its password, which stays with nothing once it is', async () => {
    await open('/users?new');
    const create = vi.spyOn(useBridge().records, 'create');
    await typeIn(form(), 'Username', 'helena.dias');
    await typeIn(form(), 'Name', 'Helena Dias');
    await click(button(form(), 'Save'));
    expect(create).not.toHaveBeenCalled();
    expect(form()?.textContent).toContain('This field is required.');
    await typeIn(form(), 'Password', 'quarenta-e-duas');
    await click(button(form(), 'Save'));
    expect(create.mock.calls.map(([input]) => input)).toEqual([
      {
        collection: 'users',
        fields: { username: 'helena.dias', name: 'Helena Dias' },
        password: 'quarenta-e-duas',
      },
    ]);
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe('Helena Dias');
    expect(document.body.innerHTML).not.toContain('quarenta-e-duas');
    await press('n');
    expect(valueIn(form(), 'Password')).toBe('');
  });

  it('keeps every word, the password too, where it could not be kept', async () => {
    await open('/users?new', {
      faults: {
        'records.create': { code: 'store-damaged', reason: 'disk-full', message: 'SQLITE_FULL' },
      },
    });
    await typeIn(form(), 'Username', 'helena.dias');
    await typeIn(form(), 'Name', 'Helena Dias');
    await typeIn(form(), 'Password', 'quarenta-e-duas');
    await click(button(form(), 'Save'));
    expect(form()?.textContent).toContain('The disk is full');
    expect(valueIn(form(), 'Username')).toBe('helena.dias');
    expect(valueIn(form(), 'Password')).toBe('quarenta-e-duas');
  });

  it('has no fault that axe finds', async () => {
    await open('/users?new');
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });
});

describe('a user beside the list', () => {
  it('says that the service tells no name where an identifier stands alone', async () => {
    await open(`/users?record=${idOf(0)}`, { profile: {} });
    expect(panel()?.textContent).toContain('The service shares its id, not its name.');
  });

  it('says so still once another record of that kind has a name', async () => {
    await open(`/users?record=${idOf(0)}`, { profile: {} });
    const own = panel()?.textContent.includes('ent000000000002')
      ? 'ent000000000001'
      : 'ent000000000002';
    await useBridge().records.nameHere({ collection: 'enterprises', key: own, name: 'Sul' });
    await settle();
    expect(panel()?.textContent).toContain('The service shares its id, not its name.');
  });

  it('says what the service does not tell, and what was set here last', async () => {
    await open(`/users?record=${idOf(0)}`, { answeredWrites: 0 });
    expect(panel()?.textContent).toContain('The service doesn’t share this value');
    await useBridge().records.update({
      collection: 'users',
      key: idOf(0),
      fields: { roleId: 'rol000000000001' },
    });
    await settle();
    expect(panel()?.textContent).toContain(
      'Not sent yet. On the service: not shared by the service',
    );
    await send();
    expect(panel()?.textContent).toMatch(/Last set here .*: CALLCENTER/);
  });

  it('warns of check digits and saves all the same', async () => {
    await open(`/users?record=${idOf(0)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'CPF', '529.982.247-24');
    expect(panel()?.textContent).toContain('The check digits don’t fit');
    await click(button(panel(), 'Save'));
    expect(update).toHaveBeenCalledOnce();
  });

  it('shows vehicles as far as they were listed, and lists the others when asked', async () => {
    await open(`/users?record=${idOf(0)}&tab=vehicles`);
    expect(panel()?.textContent).toMatch(/Checked on \d+ of 60 vehicles\./);
    expect(panel()?.textContent).toMatch(/Checking the others takes about \d+ minutes\./);
    await click(button(panel(), 'Check the others'));
    expect(panel()?.textContent).toMatch(/The others are being checked/);
    await click(button(panel(), 'Stop'));
    expect(panel()?.textContent).not.toMatch(/The others are being checked/);
  });

  it('leads from a vehicle to that vehicle, and back', async () => {
    await open(`/users?record=${idOf(0)}&tab=vehicles`);
    const first = panel()?.querySelector<HTMLElement>('.association .name');
    if (!first) throw new Error('no vehicle is listed');
    await click(first);
    expect(place()).toMatch(/^\/vehicles\?record=veh\d{12}$/);
  });

  it('is activated and deactivated from its menu', async () => {
    await open(`/users?record=${idOf(0)}`);
    const setActive = vi.spyOn(useBridge().records, 'setActive');
    control('More actions').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
    await settle();
    await click(control('Deactivate', '[role=menuitem]'));
    expect(setActive).not.toHaveBeenCalled();
    expect(dialog()?.textContent).toMatch(/Deactivate .+\?.*no longer sign in.*undo this/);
    await click(button(dialog(), 'Deactivate'));
    expect(setActive.mock.calls.map(([input]) => input.isActive)).toEqual([false]);
    expect(panel()?.textContent).toContain('Deactivated');
    expect(textOnPage()).toContain('Not sent yet');
    expect(panel()?.textContent).toContain('Deactivated on the service in 10 s.');
    await click(button(panel(), 'Keep active'));
    expect(panel()?.textContent).not.toContain('Deactivated');
  });

  it.each([
    [0, 'Deactivate'],
    [7, 'Activate'],
  ])(
    'number %i says beside its name why “%s” failed, and not beside another',
    async (index, verb) => {
      const error = { code: 'store-damaged', message: 'SQLITE_FULL', reason: 'disk-full' } as const;
      await open(`/users?record=${idOf(index)}`, { faults: { 'records.setActive': error } });
      control('More actions').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      );
      await settle();
      await click(control(verb, '[role=menuitem]'));
      if (verb === 'Deactivate') await click(button(dialog(), verb));
      expect(dialog()).toBeNull();
      expect(panel()?.textContent).toContain('The disk is full, so nothing was saved.');
      await click(rows()[2] as HTMLElement);
      expect(panel()?.textContent).not.toContain('The disk is full');
    },
  );
});
