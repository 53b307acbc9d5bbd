import { fold } from '@contract/folding';
import { Truck, UserRound } from '@lucide/vue';
import { computed, ref, shallowRef, watch, type Component, type ComputedRef, type Ref } from 'vue';
import { useRouter } from 'vue-router';
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

/** Lines of one kind; stale: they were found for other words than stand in the field by now. */
export type FindingGroup = { label: MessageKey; findings: Finding[]; isStale?: boolean };

const vehiclesAtMost = 8;
const usersAtMost = 6;

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
  const fleet = useFleetStore();
  const sought = ref('');
  const atOnce = shallowRef<FindingGroup[]>([]);
  const users = shallowRef<{ words: string; findings: Finding[] }>({ words: '', findings: [] });

  watch(isOpen, () => {
    sought.value = '';
  });
  watch([sought, isOpen], async ([words, open]) => {
    atOnce.value = open ? [vehicles(), screensThatFit(), actionsThatFit()].filter(isFilled) : [];
    const findings = open && words.trim() !== '' ? await findUsers(words) : [];
    // A slower answer to fewer letters is no news.
    if (words === sought.value) users.value = { words, findings };
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

  async function findUsers(search: string): Promise<Finding[]> {
    const { records } = useBridge();
    const sort = { field: 'name', direction: 'up' } as const;
    const found = await records.find({
      collection: 'users',
      search,
      filters: [],
      sort,
      withGone: false,
      bestFirst: true,
    });
    if (!found.ok) return [];
    const keys = found.data.keys.slice(0, usersAtMost);
    const rows = await records.rows({ collection: 'users', keys });
    return (rows.ok ? rows.data : []).map(({ key, fields }) => ({
      id: `user ${key}`,
      title: String(fields['name'] ?? fields['username'] ?? key),
      note: [fields['username'], fields['email']].filter(Boolean).join(' · '),
      icon: UserRound,
      run: () => void router.push({ path: '/users', query: { record: key } }),
    }));
  }

  function fits({ title }: { title: string }): boolean {
    const words = fold(sought.value).split(/\s+/).filter(Boolean);
    return words.every((word) => fold(title).includes(word));
  }

  function screensThatFit(): FindingGroup {
    const all = screens.map(({ to, label, icon, keys }) => ({
      id: to,
      title: t(label),
      icon,
      keys,
      run: () => void router.push(to),
    }));
    return { label: 'app.search.screens', findings: all.filter(fits) };
  }

  function actionsThatFit(): FindingGroup {
    const all = listActions().map((action) => ({ ...action, title: t(action.label) }));
    return { label: 'app.search.actions', findings: all.filter(fits) };
  }

  const isStale = computed(() => users.value.words !== sought.value);

  const groups = computed<FindingGroup[]>(() => {
    if (!isOpen()) return [];
    const people: FindingGroup = {
      label: 'users.list',
      findings: users.value.findings,
      isStale: isStale.value,
    };
    // The fleet may be read later than it is sought.
    const hasVehicles = atOnce.value.some(({ label }) => label === 'app.search.vehicles');
    return [...atOnce.value, people, ...(hasVehicles ? [] : [vehicles()])].filter(isFilled);
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
