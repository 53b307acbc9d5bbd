import { expect, it } from 'vitest';
import { associationJson, idOf, numbers } from './fake-service';
import { openAssociated } from './associated-fleet';

it('a vehicle’s list of devices that never ends is given up, and what came is shown', async () => {
  const { clock, service, kept } = await openAssociated(() => 1);
  let made = 0;
  service.on('deviceAssociations.list', ({ limit }) => ({
    data: numbers(Number(limit)).map(() => {
      made += 1;
      return associationJson(made, made);
    }),
  }));
  const read = kept.associations.refresh({ vehicleKey: idOf('V', 1), side: 'devices' });
  await clock.advance(60_000);
  const { items } = await read;
  expect(service.of('deviceAssociations.list')).toHaveLength(50);
  expect(items).toHaveLength(made);
});
