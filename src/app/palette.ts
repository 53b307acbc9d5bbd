import { Truck, UserRound } from '@lucide/vue';
import { computed, ref, shallowRef, watch, type Component, type ComputedRef, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import { foldAccents } from '@/ui/fold-accents';
import { listActions } from './actions';
import { useBridge } from '@/bridge';
import { useI18n, type MessageKey } from './i18n';
import { screens } from './screens';
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
  run: () => void;
};

/** Lines of one kind. */
export type FindingGroup = { label: MessageKey; findings: Finding[] };

const vehiclesAtMost = 8;
const usersAtMost = 6;

/** What the palette finds for what is sought; `isOpen` spares the work while nobody looks. */
export function usePalette(isOpen: () => boolean): {
  sought: Ref<string>;
  groups: ComputedRef<FindingGroup[]>;
  hint: ComputedRef<string | null>;
} {
  const { t } = useI18n();
  const router = useRouter();
  const fleet = useFleetStore();
  const sought = ref('');

  watch(isOpen, () => {
    sought.value = '';
  });

  const vehicles = computed<Finding[]>(() => {
    if (!isOpen() || sought.value.trim() === '') return [];
    const found = findVehicles(fleet.vehicles.values(), sought.value, vehiclesAtMost);
    return found.vehicles.map((vehicle) => ({
      id: vehicle.id,
      title: nameOfVehicle(vehicle, vehicle.id),
      note: [vehicle.brandName, vehicle.modelName, vehicle.code].filter(Boolean).join(' · '),
      icon: Truck,
      isPlate: true,
      run: () => void router.push({ path: '/map', query: { vehicle: vehicle.id } }),
    }));
  });

  const users = shallowRef<Finding[]>([]);
  watch([sought, () => isOpen()], async ([words, open]) => {
    const found = open && words.trim() !== '' ? await findUsers(words) : [];
    // A slower answer to fewer letters is no news.
    if (words === sought.value) users.value = found;
  });

  async function findUsers(search: string): Promise<Finding[]> {
    const { records } = useBridge();
    const sort = { field: 'name', direction: 'up' } as const;
    const found = await records.find({
      collection: 'users',
      search,
      filters: [],
      sort,
      withGone: false,
    });
    if (!found.ok) return [];
    const keys = found.data.keys.slice(0, usersAtMost);
    const rows = await records.rows({ collection: 'users', keys });
    return (rows.ok ? rows.data : []).map(({ key, fields }) => ({
      id: key,
      title: String(fields['name'] ?? fields['username'] ?? key),
      note: [fields['username'], fields['email']].filter(Boolean).join(' · '),
      icon: UserRound,
      run: () => void router.push({ path: '/users', query: { record: key } }),
    }));
  }

  function fits(title: string): boolean {
    const words = foldAccents(sought.value).split(/\s+/).filter(Boolean);
    return words.every((word) => foldAccents(title).includes(word));
  }

  const groups = computed<FindingGroup[]>(() => {
    if (!isOpen()) return [];
    const toScreens = screens.map(({ to, label, icon, keys }) => ({
      id: to,
      title: t(label),
      icon,
      keys,
      run: () => void router.push(to),
    }));
    const actions = listActions().map((action) => ({ ...action, title: t(action.label) }));
    const all: FindingGroup[] = [
      { label: 'app.search.vehicles', findings: vehicles.value },
      { label: 'users.list', findings: users.value },
      { label: 'app.search.screens', findings: toScreens.filter(({ title }) => fits(title)) },
      { label: 'app.search.actions', findings: actions.filter(({ title }) => fits(title)) },
    ];
    return all.filter(({ findings }) => findings.length > 0);
  });

  const hint = computed(() => {
    if (groups.value.length === 0) return t('app.search.nothing', { words: sought.value });
    return sought.value.trim() === '' && fleet.vehicles.size > 0
      ? t('app.search.hint', {}, fleet.vehicles.size)
      : null;
  });

  return { sought, groups, hint };
}
