import type { CollectionName } from '@contract/collections';
import type { CallableName } from '../operation-names';

type Named<Action extends string> = Extract<CallableName, `${CollectionName}.${Action}`>;

/** The operations of a resource by action; an action that is missing is offered by no service. */
export interface Operations {
  readonly list: Named<'list'>;
  readonly get?: Named<'get'>;
  readonly create?: Named<'create'>;
  readonly update?: Named<'update'>;
  readonly delete?: Named<'delete'>;
  readonly setStatus?: Named<'setStatus'>;
}

/** What can be done with the records of a resource. */
export type WireAction = keyof Operations;

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
  /**
   * Names of attributes that create and update accept under another name than answers use. All
   * other attributes are called like the field, in snake case.
   */
  readonly writtenAs?: Readonly<Record<string, string>>;
  readonly relations: Readonly<Record<string, WireRelation>>;
  readonly operations: Operations;
  /** The list comes in pages. */
  readonly isPaged: boolean;
  /** The list takes a text to search for. */
  readonly isSearchable: boolean;
  /** Create and delete take one record a call rather than a list. */
  readonly takesOneACall?: true;
  /** Requests that read the record, and what depends on it, before it is deleted. */
  readonly readsBeforeDelete: number;
}

/** The enterprise that a record belongs to. */
export const enterprise: WireRelation = {
  read: ['enterprises', 'enterprise'],
  write: 'enterprise',
};
