import { expect, it } from 'vitest';
import { VirtualClock } from '../virtual-clock';
import { FakeService, failure, idOf, numbers, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';

const MINUTE = 60_000;
const name = { collection: 'vehicles', key: idOf('V', 1) } as const;

async function open(): Promise<{ clock: VirtualClock; service: FakeService; kept: KeptFleet }> {
  const clock = new VirtualClock();
  const service = new FakeService(clock);
  service.on(
    'vehicles.list',
    paged(() => numbers(3).map((number) => vehicleJson(number))),
  );
  const kept = await KeptFleet.open({ clock, service });
  return { clock, service, kept };
}

it('attributes of another type are told as unread; the rest of the record is shown', async () => {
  const { clock, service, kept } = await open();
  service.on('vehicles.get', () => ({
    data: {
      id: name.key,
      attributes: { plate: 'ABC-1', year: { from: 2020 }, color: ['red'], novel: { deep: [1] } },
    },
  }));
  kept.start();
  await clock.advance(MINUTE);
  const read = kept.records.refresh(name);
  await clock.advance(MINUTE);
  const detail = await read;
  expect(detail.fields).toMatchObject({ plate: 'ABC-1' });
  expect(detail.fields['year'] ?? null).toBeNull();
  expect(detail.unread.map(({ path }) => path).toSorted()).toEqual([
    'attributes.color',
    'attributes.year',
  ]);
  // What nobody knows stays readable as it came.
  expect(detail.raw).toMatchObject({ attributes: { novel: { deep: [1] } } });
});

it.each(['forbidden', 'not-found'] as const)(
  'a list that answers %s keeps what was read of it, says so and rests for an hour',
  async (code) => {
    const { clock, service, kept } = await open();
    kept.start();
    await clock.advance(MINUTE);
    service.on('vehicles.list', () => {
      throw failure({ code });
    });
    kept.records.sync('vehicles');
    await clock.advance(MINUTE);
    const phase = code === 'forbidden' ? 'refused' : 'failed';
    expect(kept.records.state('vehicles')).toMatchObject({ phase, count: 3 });
    expect(await kept.keys('vehicles')).toHaveLength(3);
    const asked = service.of('vehicles.list').length;
    await clock.advance(50 * MINUTE);
    expect(service.of('vehicles.list')).toHaveLength(asked);
  },
);

it('a reference to a record that the service does not have any more stays as it came', async () => {
  const { clock, service, kept } = await open();
  service
    .on(
      'devices.list',
      paged(() => [
        {
          id: idOf('D', 1),
          attributes: { name: 'One' },
          relationships: { chip: { id: idOf('C', 9) } },
        },
      ]),
    )
    .on(
      'chips.list',
      paged(() => []),
    )
    .on('chips.get', () => {
      throw failure({ code: 'not-found' });
    });
  kept.start();
  await clock.advance(5 * MINUTE);
  const device = await kept.records.read({ collection: 'devices', key: idOf('D', 1) });
  expect(device.fields['chipId']).toBe(idOf('C', 9));
  const chip = kept.records.refresh({ collection: 'chips', key: idOf('C', 9) });
  chip.catch(() => undefined);
  await clock.advance(MINUTE);
  await expect(chip).rejects.toMatchObject({ error: { code: 'not-found' } });
});
