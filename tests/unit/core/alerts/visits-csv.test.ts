import { expect, it } from 'vitest';
import type { SeenVisit } from '@contract/alerts';
import { depot, openHouse, vehicleId } from './alert-house';

const at = Date.UTC(2026, 2, 10, 12);
const minute = 60_000;
const visit: SeenVisit = {
  ...{ vehicleId: vehicleId(1), zoneId: 'depot', from: at, to: at + 90 * minute },
  ...{ isFromUnknown: true, isToUnknown: false },
};
const everything = { from: 0, to: at + 1e9, zoneIds: [], vehicleIds: [] };

it('visits of zones are a table, the newest first, as they are narrowed', async () => {
  const { begin, store, world } = await openHouse();
  world.timeZone = 'America/Araguaina';
  const { alerts, zones } = await begin();
  await zones.save([{ ...depot, name: 'Depot, "north"' }]);
  const lasting = { ...visit, vehicleId: vehicleId(2), from: at + minute, to: null };
  const elsewhere = { ...visit, zoneId: 'gone', from: at + 2 * minute, isToUnknown: true };
  await store.commit([{ kind: 'visits', visits: [visit, lasting, elsewhere] }]);
  const first =
    ',vehicle00000001,"Depot, ""north""",depot,' +
    '2026-03-10T09:00:00.000-03:00,2026-03-10T10:30:00.000-03:00,5400,yes,no';
  expect(await alerts.history.visitTable(everything)).toBe(
    [
      '\uFEFFplate,vehicle_id,zone,zone_id,entered,left,stayed_seconds,entered_earlier,left_later',
      ',vehicle00000001,,gone,' +
        '2026-03-10T09:02:00.000-03:00,2026-03-10T10:30:00.000-03:00,5280,yes,yes',
      ',vehicle00000002,"Depot, ""north""",depot,2026-03-10T09:01:00.000-03:00,,,yes,no',
      first,
      '',
    ].join('\r\n'),
  );
  const narrowed = { ...everything, vehicleIds: [vehicleId(1)], zoneIds: ['depot'] };
  expect((await alerts.history.visitTable(narrowed)).split('\r\n').slice(1)).toEqual([first, '']);
});
