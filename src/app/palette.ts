import { fold } from '@contract/folding';
import { labelOf, nameFieldOf, subtitleOf } from '@contract/resources';
import { recordKinds } from '@/features/kinds';
import { pathOf, type RecordKind } from '@/features/records/kind';
import { Truck } from '@lucide/vue';
import { computed, ref, shallowRef, watch, type Component, type ComputedRef, type Ref } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { listActions } from './actions';
import { useBridge } from '@/bridge';
import { useI18n, type MessageKey } from './i18n';
import { screens, wayTo } from './screens';
import { useFleetStore } from './stores/fleet-store';
import { nameOfVehicle } from './vehicle-name';
import { findVehicles } from './vehicle-search';

/** One line of the palette. */
export type Finding = {
  id: string;
  title: string;
  note?: string;
  icon: Component;
  isPlate?: boolean;
  keys?: string;
  /** It can't be taken; the note says why. */
  isRefused?: boolean;
  run: () => void;
};

/** Lines of one kind; stale: they were found for other words than stand in the field by now. */
export type FindingGroup = { label: MessageKey; findings: Finding[]; isStale?: boolean };

const vehiclesAtMost = 8;
const recordsAtMost = 5;
/** Vehicles are found in the fleet, which is on the page already. */
const searchedKinds = recordKinds.filter(({ collection }) => collection !== 'vehicles');

/**
 * What the palette finds for what is sought; `isOpen` spares the work while nobody looks. While the
 * words stand, so does what was found: what comes later goes below it, or a click that was aimed at
 * one line would meet another.
 */
export function usePalette(isOpen: () => boolean): {
  sought: Ref<string>;
  groups: ComputedRef<FindingGroup[]>;
  hint: ComputedRef<string | null>;
} {
  const { t } = useI18n();
  const router = useRouter();
  const route = useRoute();
  const fleet = useFleetStore();
  const sought = ref('');
  const atOnce = shallowRef<FindingGroup[]>([]);
  const records = shallowRef<{ words: string; groups: FindingGroup[] }>({ words: '', groups: [] });

  watch(isOpen, () => {
    sought.value = '';
  });
  watch([sought, isOpen], async ([words, open]) => {
    atOnce.value = open ? [vehicles(), screensThatFit(), actionsThatFit()].filter(isFilled) : [];
    const isSought = open && words.trim() !== '';
    const found = isSought ? await Promise.all(searchedKinds.map((kind) => find(kind, words))) : [];
    // A slower answer to fewer letters is no news.
    if (words === sought.value) records.value = { words, groups: found };
  });

  function vehicles(): FindingGroup {
    const isSought = sought.value.trim() !== '';
    const found = isSought
      ? findVehicles(fleet.vehicles.values(), sought.value, vehiclesAtMost).vehicles
      : [];
    return {
      label: 'app.search.vehicles',
      findings: found.map((vehicle) => ({
        id: `vehicle ${vehicle.id}`,
        title: nameOfVehicle(vehicle, vehicle.id),
        note: [vehicle.brandName, vehicle.modelName, vehicle.code].filter(Boolean).join(' · '),
        icon: Truck,
        isPlate: true,
        run: () => void router.push({ path: '/map', query: { vehicle: vehicle.id } }),
      })),
    };
  }

  async function find(kind: RecordKind, search: string): Promise<FindingGroup> {
    const bridge = useBridge();
    const { collection } = kind;
    const group: FindingGroup = { label: `${collection}.list`, findings: [] };
    const found = await bridge.records.find({
      collection,
      search,
      filters: [],
      sort: [{ field: nameFieldOf(collection), direction: 'up' }],
      withGone: false,
      bestFirst: true,
    });
    const keys = found.ok ? found.data.keys.slice(0, recordsAtMost) : [];
    if (keys.length === 0) return group;
    const rows = await bridge.records.rows({ collection, keys });
    const findings = (rows.ok ? rows.data : []).map(({ key, fields }) => ({
      id: `${collection} ${key}`,
      title: labelOf(collection, fields) ?? key,
      note: subtitleOf(collection, fields),
      icon: kind.icon,
      run: () => void router.push({ path: pathOf(collection), query: { record: key } }),
    }));
    return { ...group, findings };
  }

  function fits({ title }: { title: string }): boolean {
    const words = fold(sought.value).split(/\s+/).filter(Boolean);
    return words.every((word) => fold(title).includes(word));
  }

  function screensThatFit(): FindingGroup {
    const all = screens.map((screen) => ({
      id: screen.to,
      title: t(screen.label),
      icon: screen.icon,
      keys: screen.keys,
      run: () => void router.push(wayTo(screen, route)),
    }));
    return { label: 'app.search.screens', findings: all.filter(fits) };
  }

  function actionsThatFit(): FindingGroup {
    const all = listActions().map(({ refusal, ...action }): Finding => {
      const finding = { ...action, title: t(action.label) };
      const reason = refusal?.() ?? null;
      return reason === null ? finding : { ...finding, note: reason, isRefused: true };
    });
    return { label: 'app.search.actions', findings: all.filter(fits) };
  }

  const isStale = computed(() => records.value.words !== sought.value);

  const groups = computed<FindingGroup[]>(() => {
    if (!isOpen()) return [];
    const found = records.value.groups.map((group) => ({ ...group, isStale: isStale.value }));
    // The fleet may be read later than it is sought.
    const hasVehicles = atOnce.value.some(({ label }) => label === 'app.search.vehicles');
    return [...atOnce.value, ...found, ...(hasVehicles ? [] : [vehicles()])].filter(isFilled);
  });

  const hint = computed(() => {
    if (groups.value.length === 0 && !isStale.value) {
      return t('app.search.nothing', { words: sought.value });
    }
    return sought.value.trim() === '' && fleet.vehicles.size > 0
      ? t('app.search.hint', {}, fleet.vehicles.size)
      : null;
  });

  return { sought, groups, hint };
}

function isFilled({ findings }: FindingGroup): boolean {
  return findings.length > 0;
}
