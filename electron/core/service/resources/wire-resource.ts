import type { OperationForm, usualForms } from '@contract/operation-form';
import type { QueryParameter } from '../query-parameters';

/** What can be done with the records of a resource. */
export type WireAction = keyof typeof usualForms;

/** One operation of a resource, as far as it is not the usual one. */
export interface WireOperation {
  /** Absent where only a profile can say it. */
  readonly path?: string;
  readonly method?: OperationForm['method'];
  /** One record a call where a create says `data-object`, else a list. */
  readonly envelope?: OperationForm['envelope'];
  /** Parameters of a read, where they are not the usual ones. */
  readonly query?: readonly QueryParameter[];
  /** Not in the document: a service offers it where its profile names it. */
  readonly isOptional?: true;
}

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
  /** The type of its records in the body of a delete; its name in snake case by default. */
  readonly type?: string;
  /** Names of attributes in answers, where they are not the field's in snake case. */
  readonly readAs?: Readonly<Record<string, string>>;
  /**
   * Names of attributes that create and update accept under another name than answers use. All
   * other attributes are called like the field, in snake case.
   */
  readonly writtenAs?: Readonly<Record<string, string>>;
  readonly relations: Readonly<Record<string, WireRelation>>;
  /**
   * What services offer of it; which of it this one does is its profile's to say. A delete takes
   * one record a call where its path holds `{id}`, else a list.
   */
  readonly operations: Readonly<Partial<Record<WireAction, WireOperation>>>;
  /** The list comes in pages. */
  readonly isPaged: boolean;
  /** The list takes a text to search for. */
  readonly isSearchable: boolean;
  /** Requests that read the record, and what depends on it, before it is deleted. */
  readonly readsBeforeDelete: number;
}

/** Whether a create or delete takes one record a call rather than a list. */
export function takesOneACall({ operations }: WireResource, action: 'create' | 'delete'): boolean {
  return action === 'create'
    ? operations.create?.envelope === 'data-object'
    : operations.delete?.path?.includes('{id}') === true;
}

/** The enterprise that a record belongs to. */
export const enterprise: WireRelation = {
  read: ['enterprises', 'enterprise'],
  write: 'enterprise',
};
