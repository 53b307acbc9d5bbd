import type { AssociationSide } from '../associations';
import type { CollectionName } from '../collections';
import { TEXT_AT_MOST } from '../rules/text-length';

/**
 * How a field is shown, checked and searched. `reference` holds the key of a record of the
 * collection that `references` names; `identifier` the id of something that has no list; `moment`
 * epoch milliseconds; `date` `YYYY-MM-DD`; `color` `#RRGGBB`; `texts` a list of texts; `number`
 * a number as text; `choice` one of the field's `values`; `secret` is shown only on request.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'choice'
  | 'plate'
  | 'vin'
  | 'year'
  | 'vehicleType'
  | 'color'
  | 'imei'
  | 'iccid'
  | 'phone'
  | 'email'
  | 'username'
  | 'cpf'
  | 'date'
  | 'locale'
  | 'password'
  | 'secret'
  | 'texts'
  | 'moment'
  | 'reference'
  | 'identifier';

/** One field of a resource's records. Its label is the text `fields.<resource>.<field>`. */
export interface Field {
  readonly kind: FieldKind;
  /** A record can't be without it: a person has to enter it. */
  readonly required?: true;
  /** Whether the service ever returns it. What it does not return is sent only where it was touched. */
  readonly readable: boolean;
  /** When the service accepts it from a person: always, only when the record is created, or never. */
  readonly writable: 'always' | 'create' | 'never';
  /** A form asks for it when the record is new; later it is a matter of associations. */
  readonly onlyWhenNew?: true;
  /** Once it holds a value the service changes it, and never empties it. */
  readonly clearable?: false;
  /** No two records should share it: a second one with the same value is most likely a mistake. */
  readonly unique?: true;
  /** Most characters; by default those of its kind ({@link mostOf}). */
  readonly most?: number;
  /** A `date` that is over, as a birthday is: a later one is most likely a mistake. */
  readonly isPast?: true;
  /** Where a `reference` points. */
  readonly references?: CollectionName;
  /** The values of a `choice`. A service may hold others; they are shown as they are. */
  readonly values?: readonly string[];
  /** How the search of the store finds it: by any part of it, or by the beginnings of its words. */
  readonly searchable?: 'anyPart' | 'words';
  /** Its column in lists, in the order of the fields. Without it lists do not offer the field. */
  readonly column?: Column;
}

/** A column of a list. */
export interface Column {
  /** Pixels. */
  readonly width: number;
  /** Not shown until a person chooses it. */
  readonly hidden?: true;
}

/**
 * A value that lists show beside a record's fields, worked out of what else is known. Its label is
 * the text `fields.<resource>.<name>`. `references` holds keys of records, `count` how many there
 * are, `moment` epoch milliseconds, `liveState` one of `liveStates` (`../rules/live-state`),
 * `connection` a connection state, `place` the name of the place nearest to a position, `distance`
 * meters, `bearing` degrees from there to the position, `latitude` and `longitude` degrees, `tags`
 * and `group` identifiers of what this office gave a vehicle (`../vehicle-labels`), `pin` whether it
 * is pinned: `pinned` or nothing.
 */
export interface Derived {
  readonly kind:
    | 'references'
    | 'count'
    | 'moment'
    | 'liveState'
    | 'connection'
    | 'place'
    | 'distance'
    | 'bearing'
    | 'latitude'
    | 'longitude'
    | 'tags'
    | 'group'
    | 'pin';
  /** Where `references` point. */
  readonly references?: CollectionName;
  readonly from: DerivedFrom;
  /** Its column in lists. Without it other columns alone make use of it. */
  readonly column?: Column;
}

/** What a derived value is worked out of. */
export type DerivedFrom =
  /** The live state of a vehicle. */
  | 'live'
  /** Tags and groups that this office gave its vehicles. */
  | 'labels'
  /**
   * Associations: of a vehicle those of one side, of a device or user its vehicles. `drivers`: of
   * people those that drive, where the service says who does.
   */
  | {
      readonly association: AssociationSide;
      readonly of: 'vehicle' | 'other';
      readonly drivers?: true;
    }
  /** Records of another collection that refer to this one by a field. */
  | { readonly collection: CollectionName; readonly field: string }
  /** What the records of another derived value have in one of theirs. */
  | { readonly through: string; readonly derived: string };

/** Fields that belong together in a form. Its label is the text `<resource>.sections.<id>`. */
export interface Section {
  readonly id: string;
  /** In the order of the form. */
  readonly fields: readonly string[];
}

/** A control that narrows a list. */
export interface Filter {
  /** Its name in the address of the list. */
  readonly id: string;
  readonly field: string;
  /**
   * Values of the field, records that it refers to, a span of days, or whether it holds anything:
   * `state` of a moment of deactivation, `pin` of a pin.
   */
  readonly kind: 'values' | 'references' | 'days' | 'state' | 'pin';
}

/**
 * What the app knows of a resource besides its form on the wire (core/service/resources) and its
 * screen's own parts (src/features). Names of fields are the app's.
 */
export interface Resource {
  readonly name: CollectionName;
  /** In the order of columns and of the record's details (public API, "Resources and their fields"). */
  readonly fields: Readonly<Record<string, Field>>;
  /** What lists show beside the fields. */
  readonly derived?: Readonly<Record<string, Derived>>;
  /** Columns of fields and derived values that come first in lists; the others follow in their order. */
  readonly leading?: readonly string[];
  /** Fields that name a record; the first with a text does. */
  readonly title: readonly string[];
  /** The field that a person tells records apart by, and what is typed to confirm a delete. */
  readonly mainField: string;
  /** Below the title: fields of a group are joined by a space, groups by ` · `. */
  readonly subtitle: readonly (readonly string[])[];
  /** What tells records of the same name apart; the first group with a text does. */
  readonly detail: readonly (readonly string[])[];
  /** Fields by which the service tells a record from all others, the surest first. */
  readonly identity: readonly string[];
  readonly sections: readonly Section[];
  readonly filters: readonly Filter[];
}

/** Most characters of a text of a kind, separators included; 255 of those that are missing. */
const mostOfKind: Partial<Record<FieldKind, number>> = {
  longText: TEXT_AT_MOST,
  number: 60,
  plate: 20,
  vin: 40,
  year: 20,
  imei: 40,
  iccid: 40,
  phone: 60,
  cpf: 40,
};

/**
 * Most characters that a person can enter in a field. The public API states a limit for user name
 * and password alone (255); the others are wide enough for what is real, with room for separators.
 */
export function mostOf({ kind, most }: Field): number {
  return most ?? mostOfKind[kind] ?? 255;
}

/** A text that the service returns and accepts. */
export const text = { kind: 'text', readable: true, writable: 'always' } as const;

/** A text that the service alone writes. */
export const readOnlyText = { ...text, writable: 'never' } as const;

/** A moment that the service alone writes, in a column that is hidden at first. */
export const moment = {
  kind: 'moment',
  readable: true,
  writable: 'never',
  column: { width: 160, hidden: true },
} as const;

/** Vehicles that a device or user is on, as far as the associations were read. */
export function vehiclesBy(association: AssociationSide, width: number): Derived {
  return {
    kind: 'references',
    references: 'vehicles',
    from: { association, of: 'other' },
    column: { width },
  };
}

/** The enterprise that a record belongs to. */
export const enterprise = {
  kind: 'reference',
  readable: true,
  writable: 'always',
  references: 'enterprises',
  column: { width: 184, hidden: true },
} as const;
