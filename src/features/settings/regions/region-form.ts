import type { AppError } from '@contract/errors';
import type { MapBounds } from '@contract/map-sources';
import {
  newCopySchema,
  regionWishSchema,
  type ArchiveInfo,
  type NewCopy,
  type RegionPlan,
  type RegionWish,
} from '@contract/region-copies';
import { faultOfArchiveAddress } from '@contract/rules/archive-address';
import { isLoopbackHost } from '@contract/rules/map-address';
import { computed, onBeforeUnmount, reactive, ref, shallowRef, watch } from 'vue';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { farthestEdge } from '@/map/core/area-edges';

/** Counting starts once the area has not changed for so many ms. */
const restBefore = 500;

/** Edges of the area, in the order of a `MapBounds`. */
export const edges = ['west', 'south', 'east', 'north'] as const;

/** One edge of the area. */
export type Edge = (typeof edges)[number];

const farthest: Readonly<Record<Edge, number>> = {
  ...{ west: 180, south: farthestEdge, east: 180, north: farthestEdge },
};

/** The form of a copy: address, area and zoom as text, what is wrong with them, and what it takes. */
export function useRegionForm() {
  const { t } = useI18n();
  const form = reactive({
    ...{ address: '', isPrivate: false, name: '', maxZoom: '' },
    ...{ west: '', south: '', east: '', north: '' },
  });
  const archive = shallowRef<ArchiveInfo | null>(null);
  const plan = shallowRef<RegionPlan | null>(null);
  const error = shallowRef<AppError | null>(null);
  const isReading = ref(false);
  const isCounting = ref(false);
  let counting: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const address = computed(() => form.address.trim());
  const addressProblem = computed(() => {
    const fault = faultOfArchiveAddress(address.value);
    return fault && t(`settings.regions.problems.${fault}`);
  });
  const isLoopback = computed(
    () => URL.canParse(address.value) && isLoopbackHost(new URL(address.value).hostname),
  );
  const bounds = computed<MapBounds | null>(() => {
    const read = edges.flatMap((edge) => degreesOf(form[edge], edge) ?? []);
    if (read.length < edges.length) return null;
    const [west = 0, south = 0, east = 0, north = 0] = read;
    if (west === east || south >= north) return null;
    // An east that is west of the west is meant to be beyond the date line.
    return [west, south, east < west ? east + 360 : east, north];
  });
  const problems = computed(() => {
    const found: Partial<Record<Edge | 'maxZoom' | 'name', string>> = {};
    for (const edge of edges) {
      if (degreesOf(form[edge], edge) === null) found[edge] = t('settings.regions.problems.edge');
    }
    if (Object.keys(found).length === 0 && bounds.value === null) {
      found.north = t('settings.regions.problems.order');
    }
    const { minZoom = 0, maxZoom = 22 } = archive.value ?? {};
    const zoom = Number(form.maxZoom);
    if (form.maxZoom.trim() === '' || !Number.isInteger(zoom) || zoom < minZoom || zoom > maxZoom) {
      found.maxZoom = t('settings.regions.problems.zoom', { from: minZoom, to: maxZoom });
    }
    if (form.name.trim() === '') found.name = t('settings.regions.problems.noName');
    return found;
  });
  const wish = computed<RegionWish | null>(() => {
    if (archive.value === null || problems.value.maxZoom !== undefined) return null;
    const read = regionWishSchema.safeParse({
      ...{ address: address.value, isPrivate: form.isPrivate },
      ...{ bounds: bounds.value, maxZoom: Number(form.maxZoom) },
    });
    return read.success ? read.data : null;
  });
  const entered = computed<NewCopy | null>(() => {
    const read = newCopySchema.safeParse({ ...wish.value, name: form.name });
    return wish.value && read.success ? read.data : null;
  });

  /** Reads what the archive at the address says of itself. */
  async function readArchive(): Promise<void> {
    if (isReading.value || addressProblem.value !== null) return;
    isReading.value = true;
    const asked = { address: address.value, isPrivate: form.isPrivate };
    const answer = await useBridge().regions.inspect(asked);
    isReading.value = false;
    // What an address says that was changed meanwhile is not said of the one in the field.
    if (asked.address !== address.value || asked.isPrivate !== form.isPrivate) return;
    error.value = answer.ok ? null : answer.error;
    archive.value = answer.ok ? answer.data : null;
    if (!answer.ok) return;
    form.maxZoom = String(answer.data.maxZoom);
    if (form.name === '') form.name = answer.data.name;
  }

  function setBounds([west, south, east, north]: MapBounds): void {
    const shown = { west, south, east: eastOf(east), north };
    for (const edge of edges) form[edge] = String(shown[edge]);
  }

  async function count(asked: RegionWish): Promise<void> {
    const controller = (counting = new AbortController());
    isCounting.value = true;
    const answer = await useBridge().regions.plan(asked, { signal: controller.signal });
    if (counting !== controller) return;
    isCounting.value = false;
    plan.value = answer.ok ? answer.data : null;
    error.value = answer.ok ? null : answer.error;
  }

  function stopCounting(): void {
    clearTimeout(timer);
    counting?.abort();
    counting = null;
    isCounting.value = false;
  }

  watch(
    () => [address.value, form.isPrivate],
    () => {
      archive.value = null;
    },
  );
  watch(wish, (asked) => {
    stopCounting();
    plan.value = null;
    if (asked === null) return;
    isCounting.value = true;
    timer = setTimeout(() => void count(asked), restBefore);
  });
  onBeforeUnmount(stopCounting);

  return {
    ...{ form, archive, plan, error, isReading, isCounting, addressProblem, isLoopback },
    ...{ bounds, problems, entered, readArchive, setBounds },
  };
}

/** As people write it. */
function eastOf(east: number): number {
  return east > 180 ? Math.round((east - 360) * 1e5) / 1e5 : east;
}

function degreesOf(text: string, edge: Edge): number | null {
  const degrees = Number(text);
  const isInside = text.trim() !== '' && Math.abs(degrees) <= farthest[edge];
  return isInside ? degrees : null;
}
