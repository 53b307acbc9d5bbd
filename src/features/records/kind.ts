import type { CollectionName } from '@contract/collections';
import type { RecordRow } from '@contract/records';
import type { MessageKey } from '@/app/i18n';
import type { Component } from 'vue';

/** What a person can do to a record; `activate` is both ways. */
export type RecordVerb = 'create' | 'update' | 'delete' | 'activate';

/** A column of a resource screen; it shows the field of that name. */
export type ColumnSetting = {
  field: string;
  /** Pixels. */
  width: number;
  isHidden?: boolean;
};

/** A chip that narrows the list. */
export type FilterSetting = {
  /** In the address, and among the screen's filters. */
  id: string;
  field: string;
  /** Values of the field, records that it refers to, or whether it holds anything at all. */
  kind: 'values' | 'references' | 'state';
};

/** Fields that belong together in a form. */
export type FormSection = { label: MessageKey; fields: readonly string[] };

/** A tab of the side panel beside those that every record has; its component gets the record. */
export type TabSetting = { id: string; label: MessageKey; component: Component };

/** What a resource screen is made of: the one pattern takes everything else from the fields. */
export type RecordKind = {
  /** Also the topic of its sentences; all topics of this kind have the same keys. */
  collection: CollectionName;
  /** The field that names a record: first in the table, typed when one is deleted. */
  titleField: string;
  /** Whether the title is written like a plate. */
  hasPlate?: boolean;
  /** What stands below the title in the side panel. */
  subtitle(fields: RecordRow['fields']): string;
  columns: readonly ColumnSetting[];
  filters: readonly FilterSetting[];
  sections: readonly FormSection[];
  tabs: readonly TabSetting[];
  icon: Component;
  /** What can be done to such records. */
  verbs: readonly RecordVerb[];
  /** Buttons of this kind in the head of the side panel; gets the record. */
  actions?: Component;
};

/** Path of the screen of a collection. */
export function pathOf(collection: CollectionName): string {
  return `/${collection}`;
}
