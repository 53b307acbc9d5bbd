import type { Association, AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import type { RecordKey, RecordRow } from '@contract/records';
import { detailOf, labelOf, textOf } from '@contract/resources';
import type { DeviceReference } from '@contract/vehicles';
import type { Store, StoredAssociation } from '../ports/store';

/** What a device or user is called, and its IMEI or user name. */
export interface Label {
  readonly label: string | null;
  readonly detail: string | null;
  /** The first phone of a user. */
  readonly phone?: string;
}

const nothing: Label = { label: null, detail: null };
const phoneFields = ['phone1', 'phone2'] as const;
/** Records asked of the store at once. */
const CHUNK = 500;

/** Names for associations, which carry identifiers alone: from the kept records. */
export class AssociationLabels {
  readonly #store: Store;
  /** Names that came with associations, for records that are not kept. */
  readonly #included = new Map<RecordKey, Label>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A name came with an association. */
  learn(key: RecordKey, label: string | null, detail: string | null): void {
    if (label !== null || detail !== null) this.#included.set(key, { label, detail });
  }

  /** What devices or users are called, as far as that is known. */
  async read(side: AssociationSide, keys: Iterable<RecordKey>): Promise<Map<RecordKey, Label>> {
    const wanted = [...new Set(keys)];
    const labels = new Map(wanted.map((key) => [key, this.#included.get(key) ?? nothing]));
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const chunk = wanted.slice(from, from + CHUNK);
      for (const { key, fields } of await this.#store.records(side, chunk)) {
        const phone = phoneFields.map((field) => textOf(fields, field)).find(Boolean);
        const kept = {
          ...{ label: labelOf(side, fields), detail: detailOf(side, fields) },
          ...(phone && { phone }),
        };
        if (kept.label !== null || kept.detail !== null) labels.set(key, kept);
      }
    }
    return labels;
  }

  /** Name and IMEI of devices, as far as they are known. */
  async readDevices(ids: Iterable<string>): Promise<DeviceReference[]> {
    const wanted = new Set(ids);
    if (wanted.size === 0) return [];
    if (wanted.size <= CHUNK) {
      return (await this.#store.records('devices', [...wanted])).map(deviceOf);
    }
    const found: DeviceReference[] = [];
    for await (const rows of this.#readMany('devices', wanted)) found.push(...rows.map(deviceOf));
    return found;
  }

  /**
   * Kept associations of one side with their names. `among`: all of their vehicles, where these are
   * not all of them; which device is the main one is told by the others, too.
   */
  async describe(
    side: AssociationSide,
    associations: readonly StoredAssociation[],
    among: readonly StoredAssociation[] = associations,
  ): Promise<Association[]> {
    const [others, vehicles] = await Promise.all([
      this.read(
        side,
        associations.map(({ otherKey }) => otherKey),
      ),
      this.#plates(associations.map(({ vehicleKey }) => vehicleKey)),
    ]);
    const shown = (each: StoredAssociation) => isShownAsMain(each, among);
    const mains = new Set(associations.filter(shown).map(({ key }) => key));
    return associations.map(({ pendingMain: _pending, ...association }) => {
      const { label, detail, phone } = others.get(association.otherKey) ?? nothing;
      return {
        ...association,
        isMain: mains.has(association.key),
        vehicleLabel: vehicles.get(association.vehicleKey) ?? null,
        otherLabel: label,
        otherDetail: detail,
        ...(phone !== undefined && { otherPhone: phone }),
      };
    });
  }

  /** Rows are read in passing; records would each be looked up, with all that came with them. */
  async *#readMany(
    collection: CollectionName,
    wanted: ReadonlySet<RecordKey>,
  ): AsyncGenerator<RecordRow[]> {
    for (let after: RecordKey | null = null; ;) {
      const rows = await this.#store.rows(collection, after, CHUNK);
      yield rows.filter(({ key }) => wanted.has(key));
      after = rows.at(-1)?.key ?? null;
      if (rows.length < CHUNK) return;
    }
  }

  async #plates(keys: readonly RecordKey[]): Promise<Map<RecordKey, string | null>> {
    const wanted = [...new Set(keys)];
    const plates = new Map<RecordKey, string | null>();
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const chunk = wanted.slice(from, from + CHUNK);
      for (const { key, fields } of await this.#store.records('vehicles', chunk)) {
        plates.set(key, labelOf('vehicles', fields));
      }
    }
    return plates;
  }
}

function deviceOf({ key, fields }: Pick<RecordRow, 'key' | 'fields'>): DeviceReference {
  return { id: key, name: textOf(fields, 'name'), imei: textOf(fields, 'imei') };
}

/** What is queued counts, unless the service refused it; a vehicle has one main device. */
function isShownAsMain(
  { key, vehicleKey, isMain, pendingMain, mark }: StoredAssociation,
  associations: readonly StoredAssociation[],
): boolean {
  if (pendingMain !== null && mark !== 'attention') return pendingMain;
  const isReplaced = associations.some(
    (other) =>
      other.key !== key &&
      other.vehicleKey === vehicleKey &&
      other.pendingMain === true &&
      other.mark !== 'attention',
  );
  return isMain && !isReplaced;
}
