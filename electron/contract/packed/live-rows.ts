import { connectionStates, motions, type Fix, type LiveVehicle } from '../fixes';
import type { DeviceReference } from '../vehicles';
import { RowReader, RowWriter, type PackedRows, type RowSize } from './rows';

const size: RowSize = { numbers: 11, words: 7 };
const associations = ['unknown', 'none', 'known'] as const;

/** Values of a mark: the first of them for none. */
const answers = [undefined, false, true] as const;
const ignitions = [null, false, true] as const;
const presence = [false, true] as const;

/** What a row says by one of a few values, two bits each, in this order. */
const bits = 2;

/** Live states as packed rows. */
export function packLive(vehicles: readonly LiveVehicle[]): PackedRows {
  const rows = new RowWriter(vehicles.length, size);
  for (const vehicle of vehicles) write(rows, vehicle);
  return rows.finish();
}

/** The live states in packed rows. */
export function unpackLive(packed: PackedRows): LiveVehicle[] {
  const rows = new RowReader(packed);
  const problems = new Map<string, Fix['problems']>();
  return Array.from({ length: packed.count }, () => read(rows, problems));
}

function write(rows: RowWriter, vehicle: LiveVehicle): void {
  const { fix, device, since } = vehicle;
  const marks = [
    motions.indexOf(vehicle.motion),
    connectionStates.indexOf(vehicle.connection),
    associations.indexOf(vehicle.association),
    presence.indexOf(fix !== null),
    ignitions.indexOf(fix?.ignition ?? null),
    answers.indexOf(fix?.voltage?.isGuessed),
    answers.indexOf(vehicle.isRefused),
    answers.indexOf(vehicle.isStandIn),
    answers.indexOf(since?.isAtLeast),
  ];
  rows.word(marks.reduceRight((word, mark) => word * 2 ** bits + mark, 0));
  rows.text(vehicle.vehicleId);
  rows.number(vehicle.lookedAt);
  rows.number(vehicle.staleAt);
  rows.number(vehicle.clockOffset);
  rows.number(since?.at);
  rows.number(fix?.at);
  rows.number(fix?.latitude);
  rows.number(fix?.longitude);
  rows.number(fix?.speed);
  rows.number(fix?.heading);
  rows.number(fix?.battery);
  rows.number(fix?.voltage?.volts);
  rows.text(fix?.output1);
  rows.text(fix?.problems.join(' '));
  rows.text(device?.id);
  rows.text(device?.name);
  rows.text(device?.imei);
}

function read(rows: RowReader, problems: Map<string, Fix['problems']>): LiveVehicle {
  let left = rows.word();
  const mark = (): number => {
    const value = left % 2 ** bits;
    left = Math.floor(left / 2 ** bits);
    return value;
  };
  const motion = motions[mark()] ?? 'unknown';
  const connection = connectionStates[mark()] ?? 'never';
  const association = associations[mark()] ?? 'unknown';
  const hasFix = presence[mark()] ?? false;
  const ignition = ignitions[mark()] ?? null;
  const [isGuessed, isRefused, isStandIn, isAtLeast] = [mark(), mark(), mark(), mark()].map(
    (value) => answers[value],
  );
  const vehicleId = rows.text() ?? '';
  const lookedAt = rows.number();
  const staleAt = rows.number();
  const clockOffset = rows.number();
  const sinceAt = rows.number();
  const told = {
    at: rows.number() ?? 0,
    latitude: rows.number(),
    longitude: rows.number(),
    speed: rows.number(),
    heading: rows.number(),
    ignition,
    battery: rows.number(),
  };
  const volts = rows.number();
  const output1 = rows.text();
  const words = rows.text() ?? '';
  const fix: Fix = { ...told, output1, problems: problemsIn(words, problems) };
  if (volts !== null && isGuessed !== undefined) fix.voltage = { volts, isGuessed };
  const live: LiveVehicle = {
    ...{ vehicleId, fix: hasFix ? fix : null, motion, connection, lookedAt, staleAt, association },
    device: deviceIn(rows),
  };
  if (isRefused !== undefined) live.isRefused = isRefused;
  if (clockOffset !== null) live.clockOffset = clockOffset;
  if (isStandIn !== undefined) live.isStandIn = isStandIn;
  if (sinceAt !== null && isAtLeast !== undefined) live.since = { at: sinceAt, isAtLeast };
  return live;
}

/** Few fixes have problems, and few kinds of them there are: equal ones are one list. */
function problemsIn(words: string, known: Map<string, Fix['problems']>): Fix['problems'] {
  const found = known.get(words);
  if (found !== undefined) return found;
  const problems = words === '' ? [] : (words.split(' ') as Fix['problems']);
  known.set(words, problems);
  return problems;
}

function deviceIn(rows: RowReader): DeviceReference | null {
  const [id, name, imei] = [rows.text(), rows.text(), rows.text()];
  return id === null ? null : { id, name, imei };
}
