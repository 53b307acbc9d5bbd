import type { Vehicle } from '../vehicles';
import { RowReader, RowWriter, type PackedRows, type RowSize } from './rows';

const size: RowSize = { numbers: 0, words: 13 };

/** Vehicles as packed rows. */
export function packVehicles(vehicles: readonly Vehicle[]): PackedRows {
  const rows = new RowWriter(vehicles.length, size);
  for (const vehicle of vehicles) {
    rows.ownText(vehicle.id);
    rows.ownText(vehicle.plate);
    rows.text(vehicle.typeName);
    rows.text(vehicle.brandName);
    rows.text(vehicle.modelName);
    rows.text(vehicle.year);
    rows.text(vehicle.color);
    rows.ownText(vehicle.code);
    rows.text(vehicle.description);
    rows.ownText(vehicle.vin);
    rows.text(vehicle.batch);
    rows.text(vehicle.enterpriseId);
    // Hardly any has something that could not be read.
    rows.text(vehicle.unread.length === 0 ? null : JSON.stringify(vehicle.unread));
  }
  return rows.finish();
}

/** The vehicles in packed rows. */
export function unpackVehicles(packed: PackedRows): Vehicle[] {
  const rows = new RowReader(packed);
  return Array.from({ length: packed.count }, () => ({
    id: rows.text() ?? '',
    plate: rows.text() ?? '',
    typeName: rows.text(),
    brandName: rows.text(),
    modelName: rows.text(),
    year: rows.text(),
    color: rows.text(),
    code: rows.text(),
    description: rows.text(),
    vin: rows.text(),
    batch: rows.text(),
    enterpriseId: rows.text(),
    unread: unreadIn(rows.text()),
  }));
}

/** The ids of the vehicles in packed rows, without all else. */
export function idsInRows({ count, words, texts }: PackedRows): string[] {
  const table = JSON.parse(texts) as string[];
  // The first word of each row.
  return Array.from({ length: count }, (_, row) => table[(words[row * size.words] ?? 0) - 1] ?? '');
}

function unreadIn(text: string | null): Vehicle['unread'] {
  return text === null ? [] : (JSON.parse(text) as Vehicle['unread']);
}
