import { setImmediate as breathe } from 'node:timers/promises';
import { Addresses } from '../world/driving/addresses';
import { reportDay, type DayReport } from '../world/driving/day-report';
import { accOf, dayOfAcc, startOfDay, DAY_SECONDS } from '../world/driving/local-time';
import type { Vehicle } from '../world/fleet/records';
import type { World } from '../world/world';
import { Complaints, identifier, isObject, required } from './checks';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { answer, type Handlers, type Service } from './service';
import {
  dayFeatures,
  dayRecord,
  daySummary,
  TRAJECTORY_KINDS,
  type Day,
} from './trajectory-shapes';
import { findVehicle } from './vehicles';

/** The longest interval, in days, that a list of trajectories may span. */
const LONGEST_INTERVAL = 31;

const NO_DATA = 'There is no data for that day';

export function trajectoryHandlers(service: Service): Handlers {
  const { world } = service;
  let addresses: Addresses | null = null;

  const reportOf = (vehicle: Vehicle, day: number): DayReport | null => {
    const traits = world.traitsOf(vehicle);
    if (!traits) return null;
    const fixes = world.journeys.day(traits, day, Math.floor(world.now() / 1000));
    return fixes.length === 0 ? null : reportDay(fixes);
  };

  const dayOf = (vehicle: Vehicle, day: number, deviceId: string, report: DayReport): Day => {
    addresses ??= new Addresses(world.seed, world.journeys.graph);
    return {
      acc: accOf(day),
      vehicle,
      deviceId,
      report,
      addresses,
      graph: world.journeys.graph,
      seed: world.seed,
    };
  };

  return {
    'trajectories.list': async ({ params, query }) => {
      const vehicle = findVehicle(world, checkIdentifier('id', params.id));
      const { filters, rest } = splitFilters(query, ['fromAcc', 'toAcc', 'did', 'eid']);
      const asked = readListQuery(
        rest,
        { attributes: null, includes: {}, fields: ['acc'], searchables: ['acc'] },
        service.dialect.firstPage,
      );
      const complaints = new Complaints();
      const from = readDay(filters, 'fromAcc', complaints);
      const to = readDay(filters, 'toAcc', complaints);
      complaints.settle();
      if (from === null || to === null) throw badRequest('query.filters.fromAcc is required');
      if (to < from) throw badRequest('query.filters.toAcc must not be before fromAcc');
      if (to - from >= LONGEST_INTERVAL) {
        throw badRequest(
          `query.filters: the interval must not be longer than ${LONGEST_INTERVAL} days`,
        );
      }
      const wanted = filters.get('did') ?? null;
      await world.openRoads();
      const summaries: unknown[] = [];
      for (let day = from; day <= to; day += 1) {
        const devices = devicesOn(world, vehicle, day);
        const deviceId = devices.find((id) => wanted === null || id === wanted);
        const report = deviceId === undefined ? null : reportOf(vehicle, day);
        if (report && deviceId !== undefined) {
          summaries.push(daySummary(dayOf(vehicle, day, deviceId, report)));
        }
        // A month of driving takes a moment to compute; others must not wait for all of it.
        await breathe();
      }
      if (summaries.length === 0) throw notFound(NO_DATA);
      const first = (asked.page - asked.firstPage) * asked.limit;
      return answer(summaries.slice(first, first + asked.limit));
    },
    'trajectories.get': async ({ params, query }) => {
      const { vehicle, day, deviceId } = readDayQuery(world, params, query, ['acc', 'did']);
      await world.openRoads();
      const report = reportOf(vehicle, day);
      if (!report) throw notFound(NO_DATA);
      return answer(dayRecord(dayOf(vehicle, day, deviceId, report)));
    },
    'trajectories.data': async ({ params, query }) => {
      const { vehicle, day, deviceId, kinds } = readDayQuery(world, params, query, [
        'acc',
        'did',
        'eid',
      ]);
      await world.openRoads();
      const report = reportOf(vehicle, day);
      if (!report) throw notFound(NO_DATA);
      return answer(dayFeatures(dayOf(vehicle, day, deviceId, report), kinds));
    },
  };
}

/** The devices that were in a vehicle at the end of a local day, main ones first. */
function devicesOn(world: World, vehicle: Vehicle, day: number): string[] {
  const end = new Date(Math.min((startOfDay(day) + DAY_SECONDS) * 1000, world.now())).toISOString();
  return world.deviceAssociations
    .ofVehicle(vehicle.id)
    .filter(
      ({ createdAt, deletedAt }) => createdAt <= end && (deletedAt === null || deletedAt > end),
    )
    .sort((a, b) => Number(b.isMain) - Number(a.isMain) || b.createdAt.localeCompare(a.createdAt))
    .map(({ deviceId }) => deviceId);
}

function readDayQuery(
  world: World,
  params: Readonly<Record<string, unknown>>,
  query: unknown,
  needed: readonly string[],
): { vehicle: Vehicle; day: number; deviceId: string; kinds: readonly string[] } {
  const id = checkIdentifier('id', params.id);
  const { filters, rest } = splitFilters(query, needed);
  const takesKinds = needed.includes('eid');
  // Only trajectory data selects by `attributes`; the record of a day knows no such parameter.
  const kinds = readRecordQuery(rest, takesKinds ? TRAJECTORY_KINDS : null) ?? TRAJECTORY_KINDS;
  const complaints = new Complaints();
  const day = readDay(filters, 'acc', complaints);
  for (const name of needed) {
    if (name === 'acc') continue;
    const found = { path: `query.filters.${name}.eq`, value: filters.get(name) };
    required(found, identifier(), complaints);
  }
  complaints.settle();
  const vehicle = findVehicle(world, id);
  const deviceId = filters.get('did') ?? '';
  if (day === null) throw badRequest('query.filters.acc.eq is required');
  if (!devicesOn(world, vehicle, day).includes(deviceId)) throw notFound(NO_DATA);
  const enterprise = filters.get('eid');
  if (enterprise !== undefined && enterprise !== vehicle.enterpriseId) throw notFound(NO_DATA);
  return { vehicle, day, deviceId, kinds };
}

/**
 * Filters of trajectories are keys of a day and not fields of a record: `filters[acc][eq]` or
 * `filters[fromAcc]`. The rest of the query is checked like that of any other operation.
 */
function splitFilters(
  query: unknown,
  names: readonly string[],
): { filters: ReadonlyMap<string, string>; rest: Record<string, unknown> } {
  const { filters: raw, ...rest } = isObject(query) ? query : {};
  const filters = new Map<string, string>();
  const complaints = new Complaints();
  if (raw !== undefined && raw !== '' && !isObject(raw)) {
    complaints.add('query.filters', 'must be an object');
  }
  for (const [name, condition] of Object.entries(isObject(raw) ? raw : {})) {
    const path = `query.filters.${name}`;
    if (!names.includes(name)) {
      complaints.add(path, 'is not allowed');
      continue;
    }
    const operand = isObject(condition) ? condition.eq : condition;
    if (isObject(condition) && Object.keys(condition).some((operator) => operator !== 'eq')) {
      complaints.add(path, 'allows the operator eq alone');
    } else if (typeof operand !== 'string') complaints.add(`${path}.eq`, 'must be one value');
    else filters.set(name, operand);
  }
  complaints.settle();
  return { filters, rest };
}

function readDay(
  filters: ReadonlyMap<string, string>,
  name: string,
  complaints: Complaints,
): number | null {
  const value = filters.get(name);
  const path = name === 'acc' ? 'query.filters.acc.eq' : `query.filters.${name}`;
  if (value === undefined) {
    complaints.add(path, 'is required');
    return null;
  }
  const day = /^\d{8}$/.test(value) ? dayOfAcc(Number(value)) : null;
  if (day === null) complaints.add(path, 'must be a date of the form YYYYMMDD');
  return day;
}
