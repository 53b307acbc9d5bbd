import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  connectionStates,
  fixProblems,
  livePatchSchema,
  motions,
  type LivePatch,
  type LiveVehicle,
} from '@contract/fixes';
import { packPatch, packSnapshot, unpackPatch, unpackSnapshot } from '@contract/packed/topics';
import { fleetPatchSchema, type FleetPatch, type Vehicle } from '@contract/vehicles';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = fc.string({ unit: 'binary', maxLength: 12 });

const vehicles: fc.Arbitrary<Vehicle> = fc.record({
  ...{ id: text, plate: text, typeName: orNull(text), brandName: orNull(text) },
  ...{ modelName: orNull(text), year: orNull(text), color: orNull(text), code: orNull(text) },
  ...{ description: orNull(text), vin: orNull(text), batch: orNull(text) },
  enterpriseId: orNull(text),
  unread: fc.array(fc.record({ path: text, problem: text }), { maxLength: 2 }),
});

const fixes = fc.record(
  {
    ...{ at: moment, latitude: orNull(number), longitude: orNull(number), speed: orNull(number) },
    ...{ heading: orNull(number), ignition: orNull(fc.boolean()), battery: orNull(number) },
    output1: orNull(text),
    problems: fc.uniqueArray(fc.constantFrom(...fixProblems)),
    voltage: fc.record({ volts: number, isGuessed: fc.boolean() }),
  },
  {
    requiredKeys: [
      ...(['at', 'latitude', 'longitude', 'speed', 'heading', 'ignition'] as const),
      ...(['battery', 'output1', 'problems'] as const),
    ],
  },
);

const states = fc.record(
  {
    ...{ vehicleId: text, fix: orNull(fixes), motion: fc.constantFrom(...motions) },
    connection: fc.constantFrom(...connectionStates),
    ...{ lookedAt: orNull(moment), staleAt: orNull(moment) },
    association: fc.constantFrom('unknown', 'none', 'known'),
    device: orNull(fc.record({ id: text, name: orNull(text), imei: orNull(text) })),
    ...{ isRefused: fc.boolean(), clockOffset: number, isStandIn: fc.boolean() },
    since: fc.record({ at: moment, isAtLeast: fc.boolean() }),
  },
  {
    requiredKeys: [
      ...(['vehicleId', 'fix', 'motion', 'connection', 'lookedAt', 'staleAt'] as const),
      ...(['association', 'device'] as const),
    ],
  },
) as fc.Arbitrary<LiveVehicle>;

/** What Electron makes of a message on its way to a page. */
const crossed = <T>(message: T): T => structuredClone(message);

it('a patch of live states is the one that it was packed from', () => {
  fc.assert(
    fc.property(fc.array(states), fc.array(text), (changed, removed) => {
      const patch: LivePatch = { changed, removed, pace: { onScreenSeconds: 1.5, holdsCap: true } };
      const sent = crossed(packPatch('live', patch));
      expect(unpackPatch('live', sent)).toStrictEqual(crossed(patch));
    }),
  );
});

it('a patch of the fleet is the one that it was packed from', () => {
  fc.assert(
    fc.property(fc.array(vehicles), fc.array(text), (changed, removed) => {
      const patch: FleetPatch = { changed, removed, sync: null };
      const sent = crossed(packPatch('fleet', patch));
      expect(unpackPatch('fleet', sent)).toStrictEqual(crossed(patch));
    }),
  );
});

it('packs every property that the contract knows of', () => {
  const [vehicle] = fc.sample(vehicles, 1);
  const every = {
    isRefused: true,
    clockOffset: 1,
    isStandIn: true,
    since: { at: 1, isAtLeast: true },
  };
  const [fix] = fc.sample(fixes, 1);
  const [state] = fc.sample(states, 1);
  const voltage = { volts: 12, isGuessed: true };
  const live = { ...state, ...every, fix: { ...fix, voltage } } as LiveVehicle;
  const known = livePatchSchema.shape.changed.element.shape;
  expect(Object.keys(live).sort()).toEqual(Object.keys(known).sort());
  expect(Object.keys({ ...fix, voltage }).sort()).toEqual(
    Object.keys(known.fix.unwrap().shape).sort(),
  );
  const fields = fleetPatchSchema.shape.changed.element.shape;
  expect(Object.keys(vehicle ?? {}).sort()).toEqual(Object.keys(fields).sort());
});

it('a snapshot comes in parts, which together are the whole in its order', () => {
  const all = Array.from({ length: 4_500 }, (_, at) => {
    const [vehicle] = fc.sample(vehicles, { numRuns: 1, seed: at % 7 });
    return { ...(vehicle as Vehicle), id: `v${at}` };
  });
  const sync = { phase: 'complete' as const, read: 4_500, completedAt: 1, pagingRefused: false };
  const steps = packSnapshot('fleet', { vehicles: all, sync });
  let step = steps.next();
  let turns = 1;
  for (; step.done !== true; turns += 1) step = steps.next();
  expect(turns).toBe(3);
  expect(unpackSnapshot('fleet', crossed(step.value))).toStrictEqual(
    crossed({ vehicles: all, sync }),
  );
});
