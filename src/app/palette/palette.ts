import type { CollectionName } from '@contract/collections';
import { fold, lettersOf } from '@contract/folding';
import { isLocalKey, type Fields, type RecordKey } from '@contract/records';
import type { FoundPlace } from '@contract/place-search';
import { fieldsOf, labelOf, subtitleOf } from '@contract/resources';
import { recordKinds } from '@/features/kinds';
import { pathOf, type RecordKind } from '@/features/records/kind';
import { useFoundPlaceStore } from '../places/found-place-store';
import type { Finding, FindingGroup } from './findings';
import { useAddressFindings } from '../places/address-findings';
import { iconOfPlace, usePlaceWords } from '../places/place-words';
import { idOfPlace, usePlaceSearch } from '../places/search-places';
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router';
import { listActions } from '../actions';
import { useBridge } from '@/bridge';
import { useI18n, type MessageKey } from '@/i18n/i18n';
import { useFieldWords } from '../records/field-words';
import { useFoundBy } from '../records/found-by';
import { searchQuery } from '../records/search-query';
import { useActivation, type Activation } from '../activation';
import { useRecordVerbs } from './palette-verbs';
import { screens, wayTo } from '../screens';
import { useFleetStore } from '../stores/fleet-store';
import { useStoreStore } from '../stores/store-store';

const vehiclesAtMost = 8;
const recordsAtMost = 5;
const placesAtMost = 6;
/** So many digits may be those of a phone. */
const shortestNumber = 6;

/**
 * What the palette finds for what is sought; `isOpen` spares the work while nobody looks. While the
 * words stand, so does what was found: what comes later goes below it, or a click that was aimed at
 * one line would meet another.
 */
export function usePalette(isOpen: () => boolean): {
  sought: Ref<string>;
  groups: ComputedRef<FindingGroup[]>;
  /** What was found is not yet what the words in the field find. */
  isStale: ComputedRef<boolean>;
  hint: ComputedRef<string | null>;
  takeFirst: (take: (finding: Finding) => void) => void;
  activation: Activation;
} {
  const { t, locale } = useI18n();
  const router = useRouter();
  const route = useRoute();
  const fleet = useFleetStore();
  const store = useStoreStore();
  const reason = useFoundBy();
  const words = useFieldWords();
  const activation = useActivation();
  const verbsOf = useRecordVerbs(activation);
  const searchPlaces = usePlaceSearch();
  const placeWords = usePlaceWords();
  const foundPlace = useFoundPlaceStore();
  const sought = ref('');
  const atOnce = shallowRef<FindingGroup[]>([]);
  const records = shallowRef<{ words: string; groups: FindingGroup[] }>({ words: '', groups: [] });

  const addresses = useAddressFindings(() => sought.value.trim(), showPlace);

  watch(isOpen, () => {
    sought.value = '';
  });
  const isStoreOpen = () => store.isOpen;
  // Titles and notes are written in one language: in another one they are looked up once more. And
  // once the store opens, there is more to find.
  watch([sought, isOpen, locale, isStoreOpen], async ([typed, open, language, hasAll]) => {
    atOnce.value = open ? [screensThatFit(), actionsThatFit()].filter(isFilled) : [];
    const isSought = open && typed.trim() !== '';
    const kinds = inOrderFor(typed);
    const found = isSought
      ? await Promise.all([...kinds.map((kind) => find(kind, typed)), findPlaces(typed)])
      : [];
    // A slower answer to fewer letters is no news.
    const isLatest = typed === sought.value && language === locale.value && hasAll === store.isOpen;
    if (isLatest) records.value = { words: typed, groups: found };
  });

  async function find(kind: RecordKind, search: string): Promise<FindingGroup> {
    const bridge = useBridge();
    const { collection } = kind;
    const isVehicle = collection === 'vehicles';
    const label: MessageKey = isVehicle ? 'app.search.vehicles' : `${collection}.list`;
    const found = await bridge.records.find(searchQuery(collection, search));
    if (!found.ok) return { label, findings: [], error: found.error };
    const { by = {} } = found.data;
    const keys = found.data.keys.slice(0, isVehicle ? vehiclesAtMost : recordsAtMost);
    if (keys.length === 0) return { label, findings: [] };
    const rows = await bridge.records.rows({ collection, keys });
    if (!rows.ok) return { label, findings: [], error: rows.error };
    const more = found.data.keys.length - keys.length;
    const findings = rows.data.map(({ key, fields }) => ({
      id: `${collection} ${key}`,
      title: labelOf(collection, fields) ?? key,
      note: by[key] ? reason.sentence(by[key]) : noteOn(collection, fields, search),
      icon: kind.icon,
      isPlate: isVehicle,
      ...(isVehicle && !isLocalKey(key) && { takes: t('vehicles.actions.map') }),
      verbs: verbsOf(kind, { key, fields }),
      run: () => void router.push(wayToRecord(kind, key)),
    }));
    return { label, findings, more };
  }

  /** A place that is chosen is marked on the map. */
  function showPlace(place: FoundPlace): void {
    foundPlace.show(place);
    if (route.path !== '/map') void router.push('/map');
  }

  /** Towns and streets. */
  async function findPlaces(search: string): Promise<FindingGroup> {
    const label = 'app.search.places';
    const found = await searchPlaces(search);
    if (!found.ok) return { label, findings: [], error: found.error };
    const findings = found.data.slice(0, placesAtMost).map((place) => ({
      id: `place ${idOfPlace(place)}`,
      title: place.name,
      note: placeWords.noteOn(place),
      icon: iconOfPlace(place),
      run: () => {
        showPlace(place);
      },
    }));
    return { label, findings };
  }

  /** What is shown below a name, with the value that was sought where neither of them shows it. */
  function noteOn(collection: CollectionName, fields: Fields, search: string): string {
    const subtitle = subtitleOf(collection, fields);
    const letters = lettersOf(search);
    const isIn = (text: string): boolean => lettersOf(text).includes(letters);
    if (letters === '' || isIn(subtitle) || isIn(labelOf(collection, fields) ?? ''))
      return subtitle;
    const match = Object.entries(fieldsOf(collection)).find(([field, { searchable }]) => {
      const value = fields[field];
      return searchable === 'anyPart' && typeof value === 'string' && isIn(value);
    })?.[0];
    if (match === undefined) return subtitle;
    const value = words.valueOf(collection, match, fields[match] ?? null);
    return [value, subtitle].filter(Boolean).join(' · ');
  }

  function fits({ title }: { title: string }): boolean {
    const parts = fold(sought.value).split(/\s+/).filter(Boolean);
    return parts.every((part) => fold(title).includes(part));
  }

  function screensThatFit(): FindingGroup {
    const all = screens().map((screen) => ({
      id: screen.to,
      title: t(screen.label),
      icon: screen.icon,
      ...(screen.keys !== undefined && { keys: screen.keys }),
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
    const asked = !isStale.value && addresses.value ? [addresses.value] : [];
    return [...atOnce.value, ...found, ...asked].filter(isFilled);
  });

  /** Why there may be more than was found for the words in the field; null where there is not. */
  const shortfall = computed(() => {
    if (sought.value.trim() === '') return null;
    if (!store.isOpen) return t('app.search.unopened');
    const isFailed = !isStale.value && records.value.groups.some(({ error }) => error);
    return isFailed ? t('records.form.searchFailed') : null;
  });

  const hint = computed(() => {
    if (shortfall.value !== null) return shortfall.value;
    if (groups.value.length === 0 && !isStale.value) {
      return t('app.search.nothing', { words: sought.value });
    }
    return sought.value.trim() === '' && fleet.vehicles.size > 0
      ? t('app.search.hint', {}, fleet.vehicles.size)
      : null;
  });

  /** Waits for all that is found for the words in the field, and takes the first of it. */
  function takeFirst(take: (finding: Finding) => void): void {
    if (!isStale.value) return;
    const words = sought.value;
    const stop = watch(
      [sought, isStale],
      () => {
        if (sought.value === words && isStale.value) return;
        stop();
        const first = groups.value[0]?.findings[0];
        if (sought.value === words && isOpen() && first !== undefined) take(first);
      },
      { flush: 'sync' },
    );
  }

  return { sought, groups, isStale, hint, takeFirst, activation };
}

/** Who types a phone number means the person first, and then the vehicles that the person is on. */
function inOrderFor(typed: string): readonly RecordKind[] {
  const kinds = recordKinds();
  if (!/^\+?[\d\s().-]+$/.test(typed.trim()) || lettersOf(typed).length < shortestNumber)
    return kinds;
  const isPerson = ({ collection }: RecordKind): boolean => collection === 'users';
  return [...kinds.filter(isPerson), ...kinds.filter((kind) => !isPerson(kind))];
}

/** A vehicle is looked at on the map, once the service has it. */
function wayToRecord({ collection }: RecordKind, key: RecordKey): RouteLocationRaw {
  if (collection === 'vehicles' && !isLocalKey(key))
    return { path: '/map', query: { vehicle: key } };
  return { path: pathOf(collection), query: { record: key } };
}

function isFilled({ findings }: FindingGroup): boolean {
  return findings.length > 0;
}
