import { connectionStates, motions, type LiveVehicle } from '../fixes';
import type { DeviceReference } from '../vehicles';
import { fixSize, readFix, writeFix } from './fix-rows';
import { RowReader, RowWriter, type PackedRows, type RowSize } from './rows';

const size: RowSize = { numbers: fixSize.numbers + 4, words: fixSize.words + 5 };

const associations = ['unknown', 'none', 'known'] as const;
const answers = [undefined, false, true] as const;
/** What a row says by one of a few values: each of them is a digit of one number. */
const DIGIT = 4;

/** Live states as packed rows. */
export function packLive(vehicles: readonly LiveVehicle[]): PackedRows {
  const rows = new RowWriter(vehicles.length, size);
  for (const vehicle of vehicles) write(rows, vehicle);
  return rows.finish();
}

/** The live states in packed rows. */
export function unpackLive(packed: PackedRows): LiveVehicle[] {
  const rows = new RowReader(packed);
  return Array.from({ length: packed.count }, () => read(rows));
}

function write(rows: RowWriter, vehicle: LiveVehicle): void {
  const { device, since } = vehicle;
  let word = motions.indexOf(vehicle.motion);
  word = word * DIGIT + connectionStates.indexOf(vehicle.connection);
  word = word * DIGIT + associations.indexOf(vehicle.association);
  word = word * DIGIT + answers.indexOf(vehicle.isRefused);
  word = word * DIGIT + answers.indexOf(vehicle.isStandIn);
  word = word * DIGIT + answers.indexOf(since?.isAtLeast);
  rows.word(word);
  rows.ownText(vehicle.vehicleId);
  rows.number(vehicle.lookedAt);
  rows.number(vehicle.staleAt);
  rows.number(vehicle.clockOffset);
  rows.number(since?.at);
  rows.ownText(device?.id);
  rows.ownText(device?.name);
  rows.ownText(device?.imei);
  writeFix(rows, vehicle.fix);
}

function read(rows: RowReader): LiveVehicle {
  let word = rows.word();
  const digit = (): number => {
    const value = word % DIGIT;
    word = Math.floor(word / DIGIT);
    return value;
  };
  // The last digit that was written is the first that is read.
  const isAtLeast = answers[digit()];
  const isStandIn = answers[digit()];
  const isRefused = answers[digit()];
  const association = associations[digit()] ?? 'unknown';
  const connection = connectionStates[digit()] ?? 'never';
  const motion = motions[digit()] ?? 'unknown';
  const vehicleId = rows.text() ?? '';
  const [lookedAt, staleAt] = [rows.number(), rows.number()];
  const [clockOffset, sinceAt] = [rows.number(), rows.number()];
  const device = deviceIn(rows);
  const fix = readFix(rows);
  const live: LiveVehicle = {
    ...{ vehicleId, fix, motion, connection, lookedAt, staleAt, association, device },
  };
  if (isRefused !== undefined) live.isRefused = isRefused;
  if (clockOffset !== null) live.clockOffset = clockOffset;
  if (isStandIn !== undefined) live.isStandIn = isStandIn;
  if (sinceAt !== null && isAtLeast !== undefined) live.since = { at: sinceAt, isAtLeast };
  return live;
}

function deviceIn(rows: RowReader): DeviceReference | null {
  const [id, name, imei] = [rows.text(), rows.text(), rows.text()];
  return id === null ? null : { id, name, imei };
}
