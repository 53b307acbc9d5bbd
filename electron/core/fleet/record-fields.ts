import type { Fields, RecordRow } from '@contract/records';
import { textOf } from '@contract/resources';
import type { Vehicle } from '@contract/vehicles';
import { toMoment } from '../service/decoders/object-reader';
import { isJsonObject, own, type JsonObject } from '../service/json';

/**
 * The moment of a record's last change but one, epoch milliseconds, where the last was made from
 * here and the answer to it did not tell its moment: that is a later one. Null where none is missing.
 */
export function momentBefore({
  told,
  raw,
}: {
  readonly told: Fields | null;
  readonly raw: JsonObject | null;
}): number | null {
  if (told === null || raw === null || Object.hasOwn(told, 'updatedAt')) return null;
  const attributes = own(raw, 'attributes');
  return isJsonObject(attributes) ? toMoment(own(attributes, 'updated_at')) : null;
}

/** A kept vehicle as the live map shows it. Its key must be one that the service gave. */
export function vehicleOf({ key, fields }: Pick<RecordRow, 'key' | 'fields'>): Vehicle {
  return {
    id: key,
    plate: textOf(fields, 'plate') ?? '',
    typeName: textOf(fields, 'typeName'),
    brandName: textOf(fields, 'brandName'),
    modelName: textOf(fields, 'modelName'),
    year: textOf(fields, 'year'),
    color: textOf(fields, 'color'),
    code: textOf(fields, 'code'),
    description: textOf(fields, 'description'),
    vin: textOf(fields, 'vin'),
    batch: textOf(fields, 'batch'),
    enterpriseId: textOf(fields, 'enterpriseId'),
    // What could not be read is in the record's detail, which the map does not show.
    unread: [],
  };
}
