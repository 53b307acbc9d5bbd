import { expect, it } from 'vitest';
import { ServiceRecords } from '@core/outbox/sending/service-records';
import { DemoBackedService } from '../demo-backed-service';
import { VirtualClock } from '../../virtual-clock';

it('each request that a look-up makes counts for the pace, those of lists too', async () => {
  const clock = new VirtualClock();
  const service = new DemoBackedService(clock);
  let requests = 0;
  const records = new ServiceRecords({
    ...{ service, pageSize: 100, signal: new AbortController().signal },
    onRequest: () => (requests += 1),
  });
  const finish = async (work: Promise<unknown>): Promise<void> => {
    const done = work.catch(() => undefined);
    await clock.advance(5_000);
    await done;
  };
  const [vehicle] = service.world.vehicles;
  const id = vehicle?.id ?? '';
  await finish(records.list('vehicles', { limit: 100, page: 1 }));
  await finish(records.read('vehicles', id));
  await finish(records.associations(id, 'devices'));
  expect(requests).toBe(3);
  expect(service.calls).toHaveLength(3);
});
