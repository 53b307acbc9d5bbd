import type { Fix } from '../fixes';
import { RowReader, RowWriter, type PackedRows, type RowSize } from './rows';

/** What a fix, or that there is none, takes of a row. */
export const fixSize: RowSize = { numbers: 7, words: 3 };

const ignitions = [null, false, true] as const;
const guesses = [undefined, false, true] as const;
/** The marks of a fix: whether there is one, and two of three values each. */
const marks = { none: 0, some: 1, ignition: 2, guess: 2 * ignitions.length };

/** Writes a fix, or that there is none. */
export function writeFix(rows: RowWriter, fix: Fix | null): void {
  const ignition = ignitions.indexOf(fix?.ignition ?? null) * marks.ignition;
  const guess = guesses.indexOf(fix?.voltage?.isGuessed) * marks.guess;
  rows.word((fix === null ? marks.none : marks.some) + ignition + guess);
  rows.text(fix?.output1);
  rows.text(fix?.problems.join(' '));
  rows.number(fix?.at);
  rows.number(fix?.latitude);
  rows.number(fix?.longitude);
  rows.number(fix?.speed);
  rows.number(fix?.heading);
  rows.number(fix?.battery);
  rows.number(fix?.voltage?.volts);
}

/** Reads what {@link writeFix} wrote. */
export function readFix(rows: RowReader): Fix | null {
  const word = rows.word();
  const output1 = rows.text();
  const words = rows.text() ?? '';
  const at = rows.number() ?? 0;
  const [latitude, longitude, speed] = [rows.number(), rows.number(), rows.number()];
  const [heading, battery, volts] = [rows.number(), rows.number(), rows.number()];
  if (word % marks.ignition === marks.none) return null;
  const ignition = ignitions[Math.floor(word / marks.ignition) % ignitions.length] ?? null;
  const isGuessed = guesses[Math.floor(word / marks.guess)];
  const problems = words === '' ? [] : (words.split(' ') as Fix['problems']);
  const fix: Fix = {
    ...{ at, latitude, longitude, speed, heading, ignition, battery, output1, problems },
  };
  if (volts !== null && isGuessed !== undefined) fix.voltage = { volts, isGuessed };
  return fix;
}

/** A fix of a vehicle, and when it was looked at. */
interface SeenFix {
  readonly vehicleId: string;
  readonly fix: Fix;
  readonly lookedAt: number;
}

/** Fixes of vehicles as packed rows. */
export function packFixes(fixes: readonly SeenFix[]): PackedRows {
  const size = { numbers: fixSize.numbers + 1, words: fixSize.words + 1 };
  const rows = new RowWriter(fixes.length, size);
  for (const { vehicleId, fix, lookedAt } of fixes) {
    rows.ownText(vehicleId);
    rows.number(lookedAt);
    writeFix(rows, fix);
  }
  return rows.finish();
}

/** The fixes in packed rows. */
export function unpackFixes(packed: PackedRows): SeenFix[] {
  const rows = new RowReader(packed);
  const fixes: SeenFix[] = [];
  for (let row = 0; row < packed.count; row += 1) {
    const vehicleId = rows.text() ?? '';
    const lookedAt = rows.number() ?? 0;
    const fix = readFix(rows);
    if (fix !== null) fixes.push({ vehicleId, lookedAt, fix });
  }
  return fixes;
}
