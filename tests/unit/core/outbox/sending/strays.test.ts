import { expect, it } from 'vitest';
import { newEntry } from '@core/outbox/entering/new-entry';
import { Strays } from '@core/outbox/sending/strays';
import { VirtualClock } from '../../virtual-clock';

const clock = new VirtualClock();
let ids = 0;
const random = { fraction: () => 0, id: () => `made-here-${String((ids += 1)).padStart(12, '0')}` };
const subject = { collection: 'vehicles' as const, key: 'vehicle00000001', label: 'X' };
const made = () => newEntry({ clock, random }, { kind: 'update', subject });

const noteOf = (strays: Strays) =>
  strays.update().changes.map((change) => (change.kind === 'note' ? change.value : null));

it('a request that is given up while the note is written is in the next note', () => {
  const strays = new Strays(clock);
  const [first, second] = [made(), made()];
  strays.note(first);
  const update = strays.update();
  strays.note(second);
  update.written();
  expect(noteOf(strays)).toEqual([expect.stringContaining(second.id)]);
});

it('one that is settled is kept until that is written, and forgotten then', async () => {
  const strays = new Strays(clock);
  strays.note(made());
  strays.update().written();
  await clock.advance(60_000);
  const [stray] = strays.due();
  const update = strays.update(stray);
  expect(strays.due()).toEqual([stray]);
  update.written();
  expect(strays.due()).toEqual([]);
  expect(noteOf(strays)).toEqual([]);
});
