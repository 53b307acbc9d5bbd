import { FleetdeskError } from '@contract/errors';
import { fold, lettersOf } from '@contract/folding';
import { cleanName } from '@contract/given-names';
import type { LabelFileContent } from '@contract/vehicle-label-files';
import {
  LABEL_NAME_AT_MOST,
  labelColors,
  labeledOf,
  labelKinds,
  LABELS_AT_MOST,
  type Label,
  type Labeled,
  type LabelKind,
} from '@contract/vehicle-labels';
import type { LabelFile, LabelFileOptions, LabelRow, NamedVehicle } from './label-file';

/** Most vehicles that one file may name. */
const VEHICLES_AT_MOST = 50_000;

type Skipped = LabelFileContent['skipped'][number];
type Reason = Skipped['reason'];
/** Notes what is left out, and why. */
type Skip = (name: string, line: number | null, reason: Reason) => null;

/**
 * Holds a file against the fleet and what is kept: vehicles by identifier, plate or VIN, tags and
 * groups by name. Nothing is taken from a vehicle; of two groups it gets the one of the file.
 * @throws FleetdeskError `file-unreadable`/`label-file-many`
 */
export function matchLabels(file: LabelFile, options: LabelFileOptions): LabelFileContent {
  const { labels } = options;
  const skipped: Skipped[] = file.unreadable.map((each) => ({ ...each, reason: 'unreadable' }));
  const skip: Skip = (name, line, reason) => {
    skipped.push({ name: name.slice(0, 500), line, reason });
    return null;
  };
  const names = new LabelNames(options, skip);
  for (const { kind, name, color } of file.labels) names.idOf(kind, name, null, color);
  const find = finderOf(options.vehicles);
  const given = new Map<string, Labeled>();
  const unchanged = new Set<string>();
  let regrouped = 0;
  for (const row of file.rows) {
    const { line, group, tags, isPinned } = row;
    const found = find(row);
    if (typeof found !== 'string') {
      skip(row.plate ?? row.vin ?? row.id ?? '', line, found.reason);
      continue;
    }
    const before = given.get(found) ?? { tags: [], group: null, isPinned: false };
    const more = {
      tags: tags.flatMap((name) => names.idOf('tag', name, line) ?? []),
      group: group === null ? null : names.idOf('group', group, line),
      isPinned,
    };
    given.set(found, {
      tags: [...new Set([...before.tags, ...more.tags])],
      group: more.group ?? before.group,
      isPinned: before.isPinned || isPinned,
    });
  }
  for (const [key, each] of given) {
    const has = labeledOf(labels, key);
    if (isWithin(each, has)) {
      unchanged.add(key);
      given.delete(key);
    } else if (each.group !== null && has.group !== null && each.group !== has.group) {
      regrouped += 1;
    }
  }
  names.check();
  if (given.size > VEHICLES_AT_MOST) throw tooMany();
  return {
    labels: names.added,
    vehicles: Object.fromEntries(given),
    ...{ regrouped, unchanged: unchanged.size, skipped },
  };
}

/** Whether a vehicle has all that it is to be given. */
function isWithin(given: Labeled, has: Labeled): boolean {
  return (
    given.tags.every((tag) => has.tags.includes(tag)) &&
    (given.group === null || given.group === has.group) &&
    (!given.isPinned || has.isPinned)
  );
}

/** Tags and groups by their names: known ones, and those that a file brings along. */
class LabelNames {
  readonly added: Label[] = [];
  readonly #options: LabelFileOptions;
  readonly #skip: Skip;
  /** Null where a name can't be had, which is said once. */
  readonly #ids: Map<string, string | null>;

  constructor(options: LabelFileOptions, skip: Skip) {
    this.#options = options;
    this.#skip = skip;
    this.#ids = new Map(
      options.labels.labels.map(({ id, kind, name }) => [`${kind} ${fold(name)}`, id]),
    );
  }

  /** The tag or group of this name, made where there is none; null where it can't have the name. */
  idOf(kind: LabelKind, given: string, line: number | null, color?: Label['color']): string | null {
    const name = cleanName(given);
    if (name === '') return null;
    const key = `${kind} ${fold(name)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (name.length > LABEL_NAME_AT_MOST) {
      this.#ids.set(key, null);
      return this.#skip(name, line, 'long-name');
    }
    const id = this.#options.newId();
    const next = labelColors[this.added.length % labelColors.length] ?? 'gray';
    this.added.push({ id, kind, name, color: color ?? next });
    this.#ids.set(key, id);
    return id;
  }

  /** @throws FleetdeskError where more would be kept than an office keeps */
  check(): void {
    const all = [...this.#options.labels.labels, ...this.added];
    for (const each of labelKinds) {
      if (all.filter(({ kind }) => kind === each).length > LABELS_AT_MOST) throw tooMany();
    }
  }
}

function tooMany(): FleetdeskError {
  const message = `At most ${String(LABELS_AT_MOST)} tags and as many groups are kept.`;
  return new FleetdeskError({ code: 'file-unreadable', reason: 'label-file-many', message });
}

/** Finds vehicles by what a row names them: the identifier is surest, then the plate, the VIN. */
function finderOf(vehicles: readonly NamedVehicle[]) {
  const keys = new Set(vehicles.map(({ key }) => key));
  const byPlate = indexOf(vehicles, 'plate');
  const byVin = indexOf(vehicles, 'vin');
  return ({ id, plate, vin }: LabelRow): string | { reason: Reason } => {
    if (id !== null && keys.has(id)) return id;
    const found = [plate === null ? [] : byPlate(plate), vin === null ? [] : byVin(vin)];
    const one = found.find(({ length }) => length === 1)?.[0];
    if (one !== undefined) return one;
    if (found.some(({ length }) => length > 1)) return { reason: 'several-vehicles' };
    return { reason: (id ?? plate ?? vin) === null ? 'no-vehicle' : 'unknown-vehicle' };
  };
}

function indexOf(vehicles: readonly NamedVehicle[], field: 'plate' | 'vin') {
  const index = new Map<string, string[]>();
  for (const vehicle of vehicles) {
    const letters = lettersOf(vehicle[field] ?? '');
    if (letters === '') continue;
    const keys = index.get(letters);
    if (keys) keys.push(vehicle.key);
    else index.set(letters, [vehicle.key]);
  }
  return (text: string): readonly string[] => index.get(lettersOf(text)) ?? [];
}
