import { setImmediate as nextTurn } from 'node:timers/promises';
import { unpackFixes } from '@contract/packed/fix-rows';
import { unpackVehicles } from '@contract/packed/fleet-rows';
import type { PackedRows } from '@contract/packed/rows';
import type { Vehicle } from '@contract/vehicles';
import type { StoredFix } from '@core/ports/kept-tracks';
import type { Store } from '@core/ports/store';
import type { CallInput, CallOutput, DatabaseCall } from './database-calls';
import { unpackPairs } from './text-pairs';

/** A store whose calls are carried out elsewhere, one after the other: in a worker, or at once. */
export abstract class CalledStore implements Store {
  abstract close(): Promise<void>;

  protected abstract call<M extends DatabaseCall>(
    method: M,
    ...input: CallInput<M>
  ): Promise<CallOutput<M>>;

  declare: Store['declare'] = (descriptions) => this.call('declare', descriptions);
  commit: Store['commit'] = (changes) => this.call('commit', changes);
  find: Store['find'] = (query, given) => this.call('find', query, given);
  derived: Store['derived'] = (collection, keys) => this.call('derived', collection, keys);
  unknown: Store['unknown'] = (collection, keys) => this.call('unknown', collection, keys);
  search: Store['search'] = (query, given) => this.call('search', query, given);
  records: Store['records'] = (collection, keys) => this.call('records', collection, keys);
  rows: Store['rows'] = (collection, after, limit) => this.call('rows', collection, after, limit);
  vehicles: Store['vehicles'] = () => unpackedVehicles(this.call('vehicles'));
  count: Store['count'] = (collection) => this.call('count', collection);
  values: Store['values'] = (collection, field) => this.call('values', collection, field);
  toldNames: Store['toldNames'] = (collection, field) => this.call('toldNames', collection, field);
  syncs: Store['syncs'] = () => this.call('syncs');
  associationsOf: Store['associationsOf'] = (vehicleKey, side) =>
    this.call('associationsOf', vehicleKey, side);
  vehiclesOf: Store['vehiclesOf'] = (side, otherKey) => this.call('vehiclesOf', side, otherKey);
  isWholeSide: Store['isWholeSide'] = (side) => this.call('isWholeSide', side);
  listedVehicles: Store['listedVehicles'] = (after, limit) =>
    this.call('listedVehicles', after, limit);
  deviceTerms: Store['deviceTerms'] = (vehicleKey) => this.call('deviceTerms', vehicleKey);
  endedTerms: Store['endedTerms'] = (of, key) => this.call('endedTerms', of, key);
  openEntries: Store['openEntries'] = () => this.call('openEntries');
  entry: Store['entry'] = (id) => this.call('entry', id);
  history: Store['history'] = (collection, key) => this.call('history', collection, key);
  deletions: Store['deletions'] = () => this.call('deletions');
  trail: Store['trail'] = (vehicleId, since) => this.call('trail', vehicleId, since);
  newestFixes: Store['newestFixes'] = () => unpackedFixes(this.call('newestFixes'));
  learned: Store['learned'] = () => unpackedPairs(this.call('learned'));
  keptDay: Store['keptDay'] = (wanted) => this.call('keptDay', wanted);
  keptSummaries: Store['keptSummaries'] = (span) => this.call('keptSummaries', span);
  zones: Store['zones'] = () => this.call('zones');
  rules: Store['rules'] = () => this.call('rules');
  alerts: Store['alerts'] = (ids) => this.call('alerts', ids);
  findAlerts: Store['findAlerts'] = (filter, after, limit) =>
    this.call('findAlerts', filter, after, limit);
  openAlerts: Store['openAlerts'] = () => this.call('openAlerts');
  assignees: Store['assignees'] = () => this.call('assignees');
  judged: Store['judged'] = (beginning) => unpackedPairs(this.call('judged', beginning));
  visits: Store['visits'] = (wanted, limit) => this.call('visits', wanted, limit);
  note: Store['note'] = (name) => this.call('note', name);
  currentKey: Store['currentKey'] = (key) => this.call('currentKey', key);
  check: Store['check'] = (rows, at) => this.call('check', rows, at);
  damage: Store['damage'] = () => this.call('damage');
  seeDamage: Store['seeDamage'] = (rows) => this.call('seeDamage', rows);
  prune: Store['prune'] = (before) => this.call('prune', before);
  eraseCached: Store['eraseCached'] = () => this.call('eraseCached');
  eraseTracks: Store['eraseTracks'] = () => this.call('eraseTracks');
  tracksSize: Store['tracksSize'] = () => this.call('tracksSize');
  size: Store['size'] = () => this.call('size');
}

/** Unpacks one part, and the next one when the others of this thread have had their turn. */
export async function* unpackedVehicles(
  packed: Promise<readonly PackedRows[]>,
): AsyncGenerator<Vehicle[]> {
  let isFirst = true;
  for (const part of await packed) {
    if (!isFirst) await nextTurn();
    isFirst = false;
    yield unpackVehicles(part);
  }
}

/** The same, all of them. */
export async function unpackedFixes(packed: Promise<readonly PackedRows[]>): Promise<StoredFix[]> {
  const fixes: StoredFix[] = [];
  for (const part of await packed) {
    if (fixes.length > 0) await nextTurn();
    fixes.push(...unpackFixes(part));
  }
  return fixes;
}

/** Texts by their names, unpacked some at a time. */
export async function unpackedPairs(
  packed: Promise<readonly PackedRows[]>,
): Promise<Map<string, string>> {
  const pairs = new Map<string, string>();
  for (const part of await packed) {
    if (pairs.size > 0) await nextTurn();
    for (const [name, text] of unpackPairs(part)) pairs.set(name, text);
  }
  return pairs;
}
