import type { AppError } from '@contract/errors';
import { fold } from '@contract/folding';
import type { OnlineMap } from '@contract/map-sources';
import { cleanAttribution } from '@contract/rules/attribution';
import { formatOfAddress } from '@contract/rules/map-address';
import { mercatorNames, type WmsRequest, type WmsServer } from '@contract/wms';
import { computed, ref, shallowRef, watch } from 'vue';
import { useBridge } from '@/bridge';
import { namesOfLayers, type MapForm } from './map-form';

/** A layer as the list shows it. */
export type LayerRow = {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly isChosen: boolean;
  /** Why it can't be drawn; null where it can. */
  readonly refusal: 'notMercator' | 'notOffered' | null;
};

/** More rows than this are found by a search rather than by looking. */
const shownAtMost = 100;

/**
 * What the WMS at the address of a form offers, once a person has it read, and what of it is chosen.
 * @param source the map to be changed; null for a new one
 */
export function useWms(form: MapForm, source: OnlineMap | null) {
  const server = shallowRef<WmsServer | null>(null);
  const error = shallowRef<AppError | null>(null);
  const isReading = ref(false);
  const sought = ref('');
  /** The attribution that came from the chosen layers. */
  let filled = '';

  const chosen = computed(() => namesOfLayers(form.layers));
  const layersChosen = computed(() =>
    chosen.value.flatMap((name) => server.value?.layers.find((each) => each.name === name) ?? []),
  );
  const all = computed<LayerRow[]>(() => {
    const offered = server.value?.layers ?? [];
    const known = new Set(offered.map(({ name }) => name));
    const others = chosen.value.filter((name) => !known.has(name));
    return [
      ...others.map((name) => {
        return { name, title: name, group: '', isChosen: true, refusal: 'notOffered' } as const;
      }),
      ...offered.map(({ name, title, group, crs }) => {
        const isChosen = chosen.value.includes(name);
        const refusal = crs.length === 0 ? ('notMercator' as const) : null;
        return { name, title, group, isChosen, refusal };
      }),
    ];
  });
  const found = computed(() => {
    const words = fold(sought.value.trim());
    return all.value.filter((row) => fold(`${row.title} ${row.name} ${row.group}`).includes(words));
  });
  const rows = computed(() =>
    found.value.filter(({ isChosen }, index) => isChosen || index < shownAtMost),
  );
  /** The projections that all chosen layers are offered in; before one is chosen, those of any. */
  const projections = computed(() => {
    const layers = layersChosen.value;
    return mercatorNames.filter((name) =>
      layers.length > 0
        ? layers.every(({ crs }) => crs.includes(name))
        : server.value?.layers.some(({ crs }) => crs.includes(name)),
    );
  });

  /** Reads what the server offers. What an address says that was changed meanwhile is not used. */
  async function read(): Promise<void> {
    if (isReading.value) return;
    isReading.value = true;
    const asked = { address: form.address.trim(), isPrivate: form.isPrivate };
    const answer = await useBridge().mapSources.readWms({ ...asked, source: source?.id ?? null });
    isReading.value = false;
    if (asked.address !== form.address.trim() || form.kind !== 'wms') return;
    error.value = answer.ok ? null : answer.error;
    server.value = answer.ok ? answer.data : null;
    if (!answer.ok) return;
    form.wms = requestOf(answer.data, form.wms, formatOfAddress(asked.address));
    if (form.name === '') form.name = answer.data.title.slice(0, 120);
  }

  /** The layer that was chosen last is drawn on top. */
  function choose(name: string, isChosen: boolean): void {
    const others = chosen.value.filter((each) => each !== name);
    form.layers = (isChosen ? [...others, name] : others).join(', ');
  }

  function ask(change: Partial<WmsRequest>): void {
    if (form.wms !== null) form.wms = { ...form.wms, ...change };
  }

  // Another server offers other layers, in other ways.
  watch([() => form.address.trim(), () => form.kind], ([address]) => {
    server.value = null;
    error.value = null;
    form.wms = address === source?.online.address ? (source.online.wms ?? null) : null;
  });
  watch(projections, ([first]) => {
    const crs = form.wms?.crs;
    if (first !== undefined && crs && !projections.value.includes(crs)) ask({ crs: first });
  });
  // Whose data the chosen layers are, for as long as a person says nothing else.
  watch(layersChosen, (layers) => {
    const said = new Set(layers.map(({ attribution }) => attribution).filter(Boolean));
    const attribution = cleanAttribution([...said].join(' · '));
    if (form.attribution === filled) form.attribution = attribution;
    filled = attribution;
  });

  return { server, error, isReading, sought, all, found, rows, projections, read, choose, ask };
}

/**
 * How a server is asked as far as a person has chosen nothing else.
 * @param given the format in the address, which is what the map was drawn in until now
 */
function requestOf(
  { version, formats }: WmsServer,
  before: WmsRequest | null,
  given: string | null,
): WmsRequest {
  const wanted = (before?.format ?? given)?.toLowerCase();
  const format = formats.find((each) => each.toLowerCase() === wanted) ?? formats[0] ?? 'image/png';
  return { version, format, crs: before?.crs ?? mercatorNames[0] };
}
