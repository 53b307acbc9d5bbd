import { CardSim } from '@lucide/vue';
import type { RecordKind } from '../records/kind';
import ChipPlace from './ChipPlace.vue';

/** Mobile-data chips, as their screen shows them. */
export const chipKind: RecordKind = {
  collection: 'chips',
  icon: CardSim,
  tabs: [{ id: 'place', label: 'chips.tabs.place', component: ChipPlace }],
};
