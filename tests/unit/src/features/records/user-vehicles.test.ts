import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { choose } from './choose';
import { button, click, dialog, layOut, openScreen, region, settle, pageOf } from './screen';

beforeEach(layOut);

const panel = () => region('User details');
const subject = { collection: 'users', key: 'local:bbbbbbbbbbbbbbbbbbbb1', label: 'Nova' } as const;
const fields = { username: 'nova', name: 'Nova Pessoa' };

describe('vehicles of a user', () => {
  it('a user who was just made is on no vehicle: nothing is left to check', async () => {
    await openScreen(pageOf('users'), `/users?record=${subject.key}&tab=vehicles`, {
      outbox: [{ kind: 'create', subject, fields }],
      answeredWrites: 0,
    });
    expect(panel()?.textContent).toContain('New: it’s only on the vehicles you add here.');
    expect(panel()?.textContent).toContain('On no vehicle');
    expect(panel()?.textContent).not.toMatch(/Checked on|Check the others/);
  });

  it('are added from the user’s side, those that are there left out', async () => {
    const at = '/users?record=usr000000000002&tab=vehicles';
    await openScreen(pageOf('users'), at, { answeredWrites: 0 });
    const add = vi.spyOn(useBridge().associations, 'add');
    const there = [...(panel()?.querySelectorAll('.association .name') ?? [])].map((each) =>
      each.textContent.trim(),
    );
    await click(button(panel(), 'Add a vehicle'));
    expect(document.activeElement?.getAttribute('role')).toBe('combobox');
    const answer = await useBridge().records.rows({
      collection: 'vehicles',
      keys: ['veh000000000005'],
    });
    const plate = answer.ok ? String(answer.data[0]?.fields['plate']) : '';
    expect(there).not.toContain(plate);
    await choose('Vehicle', plate);
    await click(button(panel(), 'Add'));
    expect(add.mock.calls.map(([input]) => input)).toEqual([
      {
        vehicleKey: 'veh000000000005',
        side: 'users',
        otherKey: 'usr000000000002',
        isMain: false,
      },
    ]);
    await settle();
    expect(panel()?.textContent).toContain(plate);
    expect(panel()?.textContent).toContain('Being sent');
  });

  it('are left only after a word on what follows', async () => {
    await openScreen(pageOf('users'), '/users?record=usr000000000002&tab=vehicles');
    const remove = vi.spyOn(useBridge().associations, 'remove');
    const first = panel()?.querySelector('.association .name')?.textContent.trim() ?? '';
    await click(button(panel(), `Remove from ${first}`));
    expect(dialog()?.textContent).toMatch(/no longer sees .* no longer shown in its details/);
    expect(remove).not.toHaveBeenCalled();
    await click(button(dialog(), 'Remove'));
    expect(remove).toHaveBeenCalledOnce();
  });
});
