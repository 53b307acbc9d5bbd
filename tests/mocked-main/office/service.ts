import type { DemoAccess } from '../../../electron/demo/start';
import { InProcessService } from '../in-process-service';
import { OfficeWorld } from './world';

/** A service that was made for an account: the next test finds it as at its beginning. */
interface Kept {
  readonly service: InProcessService;
  vehicles: number;
  now: () => number;
}

const kept = new Map<string, Promise<Kept>>();

/** The service of the invented office. Its routes are made once in a worker and used again. */
export async function officeService(
  access: DemoAccess,
  vehicles: number,
  now: () => number,
): Promise<InProcessService> {
  const key = JSON.stringify(access);
  const known = kept.get(key) ?? make(access, vehicles, now);
  kept.set(key, known);
  const office = await known;
  Object.assign(office, { vehicles, now });
  await office.service.reset();
  return office.service;
}

async function make(access: DemoAccess, vehicles: number, now: () => number): Promise<Kept> {
  const office = { vehicles, now };
  const service = await InProcessService.make(
    { now: () => office.now(), ratePerMinute: 60_000 },
    {
      access,
      makeWorld: () =>
        new OfficeWorld(
          () => office.vehicles,
          () => office.now(),
        ),
    },
  );
  return Object.assign(office, { service });
}
