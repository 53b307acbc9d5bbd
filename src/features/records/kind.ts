import type { CollectionName } from '@contract/collections';
import type { RecordRow } from '@contract/records';
import type { MessageKey } from '@/app/i18n';
import type { Component } from 'vue';

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
  collection: CollectionName;
  /** Path of the screen. */
  path: string;
  /** Topic of the sentences that name this kind of record; all of them have the same keys. */
  words: 'vehicles' | 'users';
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
  /** Whether such records are activated and deactivated from here. */
  hasActivation: boolean;
  /** Buttons of this kind in the head of the side panel; gets the record. */
  actions?: Component;
};
