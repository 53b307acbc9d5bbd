import { CardSim } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import ChipPlace from './ChipPlace.vue';

/** Mobile-data chips, as their screen shows them. */
export const chipKind: RecordKind = {
  collection: 'chips',
  icon: CardSim,
  titleField: 'serial',
  subtitle: ({ number, carrier }) => [number, carrier].filter(Boolean).join(' · '),
  columns: [
    { field: 'serial', width: 200 },
    { field: 'number', width: 176 },
    { field: 'carrier', width: 120 },
    { field: 'serviceProvider', width: 152 },
    { field: 'batch', width: 112 },
    { field: 'enterpriseId', width: 184 },
    { field: 'apn', width: 160, isHidden: true },
    { field: 'apnUsername', width: 136, isHidden: true },
    { field: 'archivedAt', width: 160, isHidden: true },
    { field: 'createdAt', width: 160, isHidden: true },
    { field: 'updatedAt', width: 160, isHidden: true },
  ],
  filters: [
    { id: 'carrier', field: 'carrier', kind: 'values' },
    { id: 'provider', field: 'serviceProvider', kind: 'values' },
    { id: 'enterprise', field: 'enterpriseId', kind: 'references' },
  ],
  sections: [
    { label: 'chips.sections.identity', fields: ['serial', 'number', 'batch'] },
    { label: 'chips.sections.network', fields: ['carrier', 'serviceProvider'] },
    { label: 'chips.sections.office', fields: ['enterpriseId'] },
  ],
  tabs: [{ id: 'place', label: 'chips.tabs.place', component: ChipPlace }],
  verbs: ['update'],
};
