import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Vehicle } from '@contract/vehicles';
import { settle, WorkingClock } from '../virtual-clock';
import { FakeService, failure, idOf, numbers, paged, vehicleJson } from './fake-service';
import { KeptFleet } from './kept-fleet';
import { restarted } from './restarted';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let clock: WorkingClock;
let service: FakeService;
let kept: KeptFleet;
let vehicles: unknown[];

/** The next run of the app on what this one kept. */
async function restart(): Promise<void> {
  kept = await restarted(kept, { clock, service });
}

function plates(): string[] {
  return kept.fleet.snapshot().vehicles.map(({ plate }) => plate);
}

beforeEach(async () => {
  clock = new WorkingClock();
  service = new FakeService(clock);
  kept = await KeptFleet.open({ clock, service });
  vehicles = numbers(250).map((number) => vehicleJson(number));
  service.on(
    'vehicles.list',
    paged(() => vehicles),
  );
});

describe('a fleet that nobody has seen yet', () => {
  it('comes page by page, in patches that add up to the snapshot', async () => {
    expect(kept.fleet.snapshot()).toMatchObject({ vehicles: [], sync: { phase: 'waiting' } });
    kept.start();
    await clock.advance(MINUTE);
    const told = kept.patches.flatMap(({ changed }) => changed);
    expect(told).toHaveLength(250);
    expect(kept.fleet.snapshot().vehicles).toEqual(told);
    expect(kept.patches.map(({ changed }) => changed.length).filter(Boolean)).toEqual([
      100, 100, 50,
    ]);
    expect(kept.fleet.snapshot().sync).toMatchObject({ phase: 'complete', read: 250 });
    expect(kept.patches.at(-1)?.sync).toEqual(kept.fleet.snapshot().sync);
  });

  it('says nothing where nothing about the fleet changed', async () => {
    kept.start();
    await clock.advance(MINUTE);
    kept.patches.length = 0;
    kept.news.publish({ kind: 'associations', vehicleKey: idOf('V', 1) });
    kept.news.publish({ kind: 'changed', collection: 'users', keys: [idOf('U', 1)] });
    await clock.advance(MINUTE);
    expect(kept.patches).toEqual([]);
  });

  it('tells its vehicles whole', async () => {
    vehicles = [
      vehicleJson(1, { brand_name: 'Fiat', model_name: 'Toro', year: 2021, color: '#AABBCC' }),
    ];
    kept.start();
    await clock.advance(MINUTE);
    expect(kept.fleet.vehicle(idOf('V', 1))).toEqual({
      id: idOf('V', 1),
      plate: 'ABC-1',
      typeName: 'car',
      brandName: 'Fiat',
      modelName: 'Toro',
      year: '2021',
      color: '#AABBCC',
      code: null,
      description: null,
      vin: null,
      batch: null,
      enterpriseId: idOf('E', 1),
      unread: [],
    });
  });

  it('leaves out a vehicle that the service marks as deleted', async () => {
    vehicles = [vehicleJson(1), vehicleJson(2, { deleted_at: '2026-01-01T00:00:00Z' })];
    kept.start();
    await clock.advance(MINUTE);
    expect(kept.fleet.snapshot().vehicles.map(({ id }) => id)).toEqual([idOf('V', 1)]);
  });
});

describe('a fleet that is kept', () => {
  beforeEach(async () => {
    vehicles = numbers(620).map((number) => vehicleJson(number));
    kept.start();
    await clock.advance(5 * MINUTE);
    await restart();
  });

  it('is there at once, without a call, while there is no line', async () => {
    service.failure = { code: 'offline' };
    kept.start();
    await clock.advance(0);
    expect(kept.fleet.snapshot().vehicles).toHaveLength(620);
    expect(kept.fleet.snapshot().sync).toMatchObject({ phase: 'complete', read: 620 });
    expect(service.of('vehicles.list')).toEqual([]);
    expect(kept.patches.map(({ changed }) => changed.length)).toEqual([
      ...[100, 100, 100, 100, 100, 100],
      20,
    ]);
  });

  it('is taken in some at a time, and what changes between is as it is then', async () => {
    const last = idOf('V', 620);
    kept.fleet.subscribe(() => {
      clock.worked += 10;
    });
    kept.start();
    const { fleet, store, news } = kept;
    while (fleet.snapshot().vehicles.length === 0) await settle();
    expect(fleet.snapshot().vehicles).toHaveLength(100);
    const records = [{ id: last, fields: { plate: 'NEW-620' }, raw: {}, unread: [] }];
    await store.commit([{ kind: 'told', collection: 'vehicles', records, pass: null, at: 1 }]);
    news.publish({ kind: 'changed', collection: 'vehicles', keys: [last] });
    await clock.advance(0);
    expect(fleet.snapshot().vehicles).toHaveLength(620);
    expect(fleet.vehicle(last)?.plate).toBe('NEW-620');
  });

  it('tells what changed meanwhile, and that alone', async () => {
    kept.start();
    await clock.advance(MINUTE);
    kept.patches.length = 0;
    vehicles[7] = vehicleJson(8, { plate: 'NEW-8' });
    await clock.advance(20 * MINUTE);
    expect(kept.patches.flatMap(({ changed }) => changed.map(({ plate }) => plate))).toEqual([
      'NEW-8',
    ]);
  });
});

describe('a vehicle that leaves', () => {
  beforeEach(async () => {
    vehicles = numbers(20).map((number) => vehicleJson(number));
    kept.start();
    await clock.advance(MINUTE);
    kept.patches.length = 0;
  });

  it('is gone after its absence from two complete passes, not one, and kept in the store', async () => {
    vehicles.splice(3, 1);
    await clock.advance(15 * MINUTE);
    expect(kept.fleet.vehicle(idOf('V', 4))).not.toBeNull();
    await clock.advance(15 * MINUTE + 10 * SECOND);
    expect(kept.fleet.vehicle(idOf('V', 4))).toBeNull();
    expect(kept.patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 4)]);
    const [row] = await kept.records.rows('vehicles', [idOf('V', 4)]);
    expect(row?.goneAt).not.toBeNull();
    await restart();
    kept.start();
    await clock.advance(0);
    expect(kept.fleet.snapshot().vehicles).toHaveLength(19);
  });

  it('is forgiven one absence', async () => {
    const [absent] = vehicles.splice(3, 1);
    await clock.advance(15 * MINUTE);
    vehicles.push(absent);
    await clock.advance(15 * MINUTE + 10 * SECOND);
    vehicles.pop();
    await clock.advance(15 * MINUTE + 10 * SECOND);
    expect(kept.fleet.vehicle(idOf('V', 4))).not.toBeNull();
  });

  it('is gone at once where the service answers 404 for it, and back once it is listed', async () => {
    kept.fleet.remove(idOf('V', 9));
    kept.fleet.remove(idOf('V', 9));
    expect(kept.fleet.vehicle(idOf('V', 9))).toBeNull();
    await clock.advance(SECOND);
    expect(kept.patches.flatMap(({ removed }) => removed)).toEqual([idOf('V', 9)]);
    await clock.advance(20 * MINUTE);
    expect(kept.fleet.vehicle(idOf('V', 9))).not.toBeNull();
  });
});

describe('what is changed here', () => {
  const local = `local:${'a'.repeat(24)}`;
  const vehicles9 = { collection: 'vehicles', key: idOf('V', 9) } as const;

  beforeEach(async () => {
    vehicles = numbers(20).map((number) => vehicleJson(number));
    kept.start();
    await clock.advance(MINUTE);
    kept.patches.length = 0;
  });

  it('is on the map at once, with what waits laid over what the service said', async () => {
    const pending = { plate: 'MINE-9' };
    await kept.store.commit([{ kind: 'pending', ...vehicles9, pending, mark: 'waiting' }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [vehicles9.key] });
    await clock.advance(0);
    expect(kept.fleet.vehicle(vehicles9.key)?.plate).toBe('MINE-9');
  });

  it('comes in once the service has named it, not before', async () => {
    const created = { collection: 'vehicles', key: local, pending: { plate: 'LOC-1' } } as const;
    await kept.store.commit([{ kind: 'pending', ...created, mark: 'waiting' }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [local] });
    await clock.advance(SECOND);
    expect(plates()).not.toContain('LOC-1');
    await restart();
    kept.start();
    await clock.advance(SECOND);
    expect(kept.fleet.snapshot().vehicles).toHaveLength(20);

    const to = idOf('V', 77);
    await kept.store.commit([{ kind: 'rename', collection: 'vehicles', from: local, to }]);
    kept.news.publish({ kind: 'renamed', collection: 'vehicles', from: local, to });
    await clock.advance(SECOND);
    expect(kept.fleet.vehicle(to)?.plate).toBe('LOC-1');
  });

  it('is newer than what a reading of the whole fleet brings that began before', async () => {
    const [two, three] = [idOf('V', 2), idOf('V', 3)];
    const { vehicles: read } = kept.store;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    kept.store.vehicles = async function* () {
      const parts: (readonly Vehicle[])[] = [];
      for await (const part of read()) parts.push(part);
      await held;
      yield* parts;
    };
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: null });
    await clock.advance(0);
    const pending = { plate: 'TWO' };
    const name = { collection: 'vehicles', key: two } as const;
    await kept.store.commit([{ kind: 'pending', ...name, pending, mark: 'waiting' }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: [two] });
    kept.fleet.remove(three);
    await clock.advance(0);
    goOn();
    await clock.advance(0);
    expect(kept.fleet.vehicle(two)?.plate).toBe('TWO');
    expect(kept.fleet.vehicle(three)).toBeNull();
    // A later reading counts again.
    kept.store.vehicles = read;
    await kept.store.commit([{ kind: 'pending', ...name, pending: null, mark: 'none' }]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: null });
    await clock.advance(0);
    expect(kept.fleet.vehicle(two)?.plate).toBe('ABC-2');
  });

  it('is read whole where too much changed to name it', async () => {
    const at = clock.now();
    await kept.store.commit([
      { kind: 'gone', ...vehicles9, at },
      {
        kind: 'pending',
        collection: 'vehicles',
        key: idOf('V', 2),
        pending: { plate: 'TWO' },
        mark: 'waiting',
      },
    ]);
    kept.news.publish({ kind: 'changed', collection: 'vehicles', keys: null });
    await clock.advance(0);
    expect(kept.fleet.vehicle(vehicles9.key)).toBeNull();
    expect(kept.fleet.vehicle(idOf('V', 2))?.plate).toBe('TWO');
  });
});

describe('devices in the list', () => {
  function includeDevices(input: Record<string, unknown>): unknown {
    const all = numbers(150).map((number) => {
      const json = vehicleJson(number) as { relationships: Record<string, unknown> };
      const attributes = { name: `Tracker ${number}`, imei: `35${number}` };
      if (number !== 2) {
        json.relationships['device'] = { id: idOf('D', number), type: 'devices', attributes };
      }
      return json;
    });
    return paged(() => all)(input, undefined as never);
  }

  const asked = (): unknown[] => service.of('vehicles.list').map(({ input }) => input['includes']);

  it('are asked for once a connection, and never again where the service leaves them out', async () => {
    kept.start();
    await clock.advance(16 * MINUTE);
    expect(asked().slice(0, 3)).toEqual([{ device: ['name', 'imei'] }, undefined, undefined]);
    expect(
      asked()
        .slice(4)
        .every((one) => one === undefined),
    ).toBe(true);
    expect(kept.fleet.includesDevices).toBe(false);
    await restart();
    kept.start();
    await clock.advance(20 * MINUTE);
    expect(asked().length).toBeGreaterThan(0);
    expect(asked().every((one) => one === undefined)).toBe(true);
  });

  it('make a call a vehicle unnecessary where they come, after a restart too', async () => {
    service.on('vehicles.list', includeDevices);
    kept.start();
    await clock.advance(MINUTE);
    for (let run = 0; run < 2; run++) {
      expect(asked().every(Boolean)).toBe(true);
      expect(kept.fleet.includesDevices).toBe(true);
      expect(kept.fleet.mainDevices.of(idOf('V', 1))).toMatchObject({
        association: 'known',
        device: { id: idOf('D', 1), name: 'Tracker 1', imei: '351' },
      });
      expect(kept.fleet.mainDevices.of(idOf('V', 2)).association).toBe('unknown');
      await restart();
      kept.start();
      await clock.advance(0);
    }
  });
});

describe('stop', () => {
  it('ends calls, timers and patches, and keeps what was read', async () => {
    kept.start();
    await clock.advance(300);
    kept.stop();
    await clock.advance(0);
    kept.patches.length = 0;
    const calls = service.calls.length;
    await clock.advance(60 * MINUTE);
    expect(service.calls).toHaveLength(calls);
    expect(kept.patches).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(kept.fleet.snapshot().vehicles).toHaveLength(100);
  });
});

it('ends up with what the service has, over failures, restarts and changes', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ what: fc.constant('lose' as const), number: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ what: fc.constant('add' as const), number: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ what: fc.constant('change' as const), number: fc.integer({ min: 1, max: 60 }) }),
    fc.constant({ what: 'restart' as const }),
    fc.constant({ what: 'fail' as const }),
    fc.constant({ what: 'heal' as const }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.integer({ min: 3, max: 100 }),
      async (steps, clamp) => {
        const there = new Map(numbers(40).map((number) => [number, `P-${number}`]));
        const json = (): unknown[] =>
          Array.from(there, ([number, plate]) => vehicleJson(number, { plate }));
        clock = new WorkingClock();
        service = new FakeService(clock);
        service.on('vehicles.list', paged(json, clamp));
        kept = await KeptFleet.open({ clock, service });
        kept.start();
        for (const next of steps) {
          if (next.what === 'wait') await clock.advance(next.seconds * SECOND);
          if (next.what === 'lose') there.delete(next.number);
          if (next.what === 'add') there.set(next.number, `P-${next.number}`);
          if (next.what === 'change' && there.has(next.number)) there.set(next.number, 'NEW');
          if (next.what === 'fail') service.failure = failure({ code: 'timeout' }).error;
          if (next.what === 'heal') service.failure = null;
          if (next.what !== 'restart') continue;
          await restart();
          kept.start();
        }
        service.failure = null;
        kept.wake();
        await clock.advance(60 * MINUTE);
        expect(plates().sort()).toEqual([...there.values()].sort());
        kept.stop();
      },
    ),
    { numRuns: 40 },
  );
});
