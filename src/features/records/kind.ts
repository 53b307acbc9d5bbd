import type { CollectionName } from '@contract/collections';
import type { MessageKey } from '@/i18n/i18n';
import type { Component } from 'vue';

/** A tab of the side panel beside those that every record has; its component gets the record. */
export type TabSetting = {
  id: string;
  label: MessageKey;
  component: Component;
  /** What the component gets beside the record. */
  props?: Readonly<Record<string, unknown>>;
};

/**
 * What the screen of a resource has of its own. Fields, columns, sections, filters and names come
 * from its declaration (`@contract/resources`).
 */
export type RecordKind = {
  /** Also the topic of its sentences; all topics of this kind have the same keys. */
  collection: CollectionName;
  tabs: readonly TabSetting[];
  icon: Component;
  /** Buttons of this kind in the head of the side panel; gets the record. */
  actions?: Component;
  /** Dialog that gives selected records what this office calls them by; gets their keys. */
  labels?: Component;
};

/** Path of the screen of a collection. */
export function pathOf(collection: CollectionName): string {
  return `/${collection}`;
}
