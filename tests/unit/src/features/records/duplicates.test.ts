import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { idOf, open, panel, recordIn } from './vehicles-screen';
import {
  button,
  click,
  dialog,
  layOut,
  openScreen,
  place,
  region,
  settle,
  typeIn,
  pageOf,
} from './screen';

beforeEach(layOut);

const form = () => region('New vehicle');

/** The plate of a vehicle of the office. */
async function plateOf(index: number): Promise<string> {
  const key = idOf(index);
  const answer = await useBridge().records.rows({ collection: 'vehicles', keys: [key] });
  return answer.ok ? String(answer.data[0]?.fields['plate']) : '';
}

/** Holds all looks for duplicates that begin from now on, until the answer is called. */
function holdLook(): () => void {
  const { records } = useBridge();
  const look = records.duplicates.bind(records);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.spyOn(records, 'duplicates').mockImplementation(async (input) => {
    await held;
    return look(input);
  });
  return answer;
}

describe('a plate that another vehicle has already', () => {
  it('is warned about while it is typed, and leads to the other one', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const plate = await plateOf(7);
    await typeIn(panel(), 'Plate', plate.replace('-', '').toLowerCase());
    const note = panel()?.querySelector('.duplicate');
    expect(note?.textContent.replace(/\s+/g, ' ')).toContain(`Already in use: ${plate} (`);
    await click(note?.querySelector('button') as Element);
    // The words that were typed are asked about first.
    await click(button(dialog(), 'Discard changes'));
    expect(recordIn(place())).toBe(idOf(7));
  });

  it('and one of signs alone is warned about, too', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await typeIn(panel(), 'Plate', '???');
    expect(panel()?.textContent).toContain('This doesn’t look like a plate. Check for a typo.');
  });

  it('is asked about before a new one is kept, however fast it was typed', async () => {
    await open('/vehicles?new');
    const create = vi.spyOn(useBridge().records, 'create');
    const plate = await plateOf(7);
    await typeIn(form(), 'Plate', plate);
    await click(button(form(), 'Save'));
    expect(create).not.toHaveBeenCalled();
    expect(dialog()?.textContent).toContain('Save a value that is already in use?');
    expect(dialog()?.textContent).toContain(plate);
    await click(button(dialog(), 'Keep editing'));
    expect(create).not.toHaveBeenCalled();
    await click(button(form(), 'Save'));
    await click(button(dialog(), 'Save anyway'));
    expect(create).toHaveBeenCalledOnce();
  });

  it('is asked about although it was typed while another one was looked up', async () => {
    await open('/vehicles?new');
    const create = vi.spyOn(useBridge().records, 'create');
    const answerFirst = holdLook();
    await typeIn(form(), 'Plate', 'ZZZ-9Z99');
    await click(button(form(), 'Save'));
    await typeIn(form(), 'Plate', await plateOf(7));
    answerFirst();
    await settle();
    expect(create).not.toHaveBeenCalled();
    expect(dialog()?.textContent).toContain('Save a value that is already in use?');
  });

  it('is not asked about again for what else is changed, nor for its own plate', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    const update = vi.spyOn(useBridge().records, 'update');
    await typeIn(panel(), 'Model', 'Atego');
    await click(button(panel(), 'Save'));
    await settle();
    expect(dialog()).toBeNull();
    expect(update).toHaveBeenCalledOnce();
  });
});

it('a user name that another user has is warned about', async () => {
  await openScreen(pageOf('users'), '/users?new');
  const rows = await useBridge().records.rows({ collection: 'users', keys: ['usr000000000003'] });
  const taken = rows.ok ? String(rows.data[0]?.fields['username']) : '';
  await typeIn(region('New user'), 'Username', taken.toUpperCase());
  expect(region('New user')?.querySelector('.duplicate')?.textContent).toContain(taken);
});

describe('what is typed or discarded while duplicates are looked up', () => {
  it('a discarded new vehicle is not created', async () => {
    await open('/vehicles?new');
    const create = vi.spyOn(useBridge().records, 'create');
    const answer = holdLook();
    await typeIn(form(), 'Plate', 'ZZZ-9Z99');
    await click(button(form(), 'Save'));
    await click(button(form(), 'Cancel'));
    await click(button(dialog(), 'Discard changes'));
    answer();
    await settle();
    expect(create).not.toHaveBeenCalled();
    expect(form()).toBeNull();
  });

  it('a plate that was emptied is a mistake: no vehicle is created', async () => {
    await open('/vehicles?new');
    const create = vi.spyOn(useBridge().records, 'create');
    const answer = holdLook();
    await typeIn(form(), 'Plate', 'ZZZ-9Z99');
    await click(button(form(), 'Save'));
    await typeIn(form(), 'Plate', '');
    answer();
    await settle();
    expect(create).not.toHaveBeenCalled();
    expect(form()?.querySelector('[aria-invalid=true]')).not.toBeNull();
  });
});
