/** What can be done with the records of a resource. */
export type WireAction = 'list' | 'get' | 'create' | 'update' | 'delete' | 'setStatus';

/** A field that is a relation of the record (public API, "Common record envelope"). */
export interface WireRelation {
  /** Keys under `relationships` that answers use, the first that is there counts. */
  readonly read: readonly string[];
  /** The key that create and update accept. */
  readonly write: string;
  /** An answer that names relations, but not this one, says that there is none. */
  readonly isAbsenceTold?: true;
}

/** How a resource of the contract travels. */
export interface WireResource {
  /** Names of attributes in answers, where they are not the field's in snake case. */
  readonly readAs?: Readonly<Record<string, string>>;
  /**
   * Names of attributes that create and update accept under another name than answers use. All
   * other attributes are called like the field, in snake case.
   */
  readonly writtenAs?: Readonly<Record<string, string>>;
  readonly relations: Readonly<Record<string, WireRelation>>;
  /** What services offer of it; which of it this one does is its profile's to say. */
  readonly actions: readonly WireAction[];
  /** The list comes in pages. */
  readonly isPaged: boolean;
  /** The list takes a text to search for. */
  readonly isSearchable: boolean;
  /** What takes one record a call rather than a list. */
  readonly oneACall?: readonly ('create' | 'delete')[];
  /** Requests that read the record, and what depends on it, before it is deleted. */
  readonly readsBeforeDelete: number;
}

/** The enterprise that a record belongs to. */
export const enterprise: WireRelation = {
  read: ['enterprises', 'enterprise'],
  write: 'enterprise',
};
