import {
  longestLayers,
  newOnlineMapSchema,
  type NewOnlineMap,
  type OnlineMapKind,
} from '@contract/online-maps';
import { faultOfMapAddress, isLoopbackHost } from '@contract/rules/map-address';
import type { OnlineMap } from '@contract/map-sources';
import type { WmsRequest } from '@contract/wms';
import { computed, reactive, type ComputedRef } from 'vue';
import { useI18n, type MessageKey } from '@/i18n/i18n';

/** What a person enters for an online map: as text, but for how a WMS is asked. */
export type MapForm = {
  kind: OnlineMapKind;
  address: string;
  name: string;
  layers: string;
  /** How a WMS is asked, as chosen of what it offers; null: as its address says. */
  wms: WmsRequest | null;
  subdomains: string;
  attribution: string;
  maxZoom: string;
  namesPlaces: boolean;
  isPrivate: boolean;
};

const empty: MapForm = {
  ...{ kind: 'xyz', address: '', name: '', layers: '', subdomains: '', attribution: '' },
  ...{ maxZoom: '19', namesPlaces: true, isPrivate: false, wms: null },
};

function formOf({ kind, name, attribution, maxZoom, online }: OnlineMap): MapForm {
  const { address, layers, namesPlaces, isPrivate, wms = null } = online;
  return {
    wms,
    ...{ kind, name, attribution, address, layers, namesPlaces, isPrivate },
    subdomains: online.subdomains.join(', '),
    maxZoom: String(maxZoom),
  };
}

/** Names of layers as they are entered, the lowest first. */
export function namesOfLayers(layers: string): string[] {
  return layers
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

type FieldName = 'address' | 'name' | 'layers' | 'subdomains' | 'maxZoom';

/**
 * The form of an online map: its values, what is wrong with them, and what they make.
 * @param source the map to be changed; null for a new one
 */
export function useMapForm(source: OnlineMap | null): {
  form: MapForm;
  problems: ComputedRef<Partial<Record<FieldName, string>>>;
  /** Null while something is wrong. */
  entered: ComputedRef<NewOnlineMap | null>;
  /** The address was left as it is, with dots for its key. */
  keepsKey: ComputedRef<boolean>;
  /** The address itself says that the server is on this computer. */
  isLoopback: ComputedRef<boolean>;
} {
  const { t } = useI18n();
  const form = reactive<MapForm>(source ? formOf(source) : { ...empty });

  const read = computed(() => {
    const { kind, namesPlaces, isPrivate, name, attribution, layers, wms } = form;
    const words = form.subdomains.split(',').map((word) => word.trim());
    return {
      ...{ kind, namesPlaces, isPrivate, name, attribution },
      address: form.address.trim(),
      layers: kind === 'wms' ? layers : '',
      ...(kind === 'wms' && wms !== null && { wms }),
      subdomains: kind === 'xyz' ? words.filter((word) => word !== '') : [],
      maxZoom: kind === 'wms' ? 22 : Number(form.maxZoom),
    };
  });
  const keepsKey = computed(() => {
    return Boolean(source?.online.keyName) && read.value.address === source?.online.address;
  });
  const problems = computed(() => {
    const say = (problem: string) => t(`settings.online.dialog.problems.${problem}` as MessageKey);
    const found: Partial<Record<FieldName, string>> = {};
    const fault = faultOfMapAddress(read.value, keepsKey.value);
    if (fault) found[fault === 'no-layers' ? 'layers' : 'address'] = say(fault);
    if (form.layers.length > longestLayers) found.layers = say('many-layers');
    const { shape } = newOnlineMapSchema;
    const needsSubdomains =
      read.value.address.includes('{s}') && read.value.subdomains.length === 0;
    if (!shape.name.safeParse(form.name).success) found.name = say('no-name');
    if (needsSubdomains || !shape.subdomains.safeParse(read.value.subdomains).success) {
      found.subdomains = say('subdomains');
    }
    const isNumber = form.maxZoom.trim() !== '' && shape.maxZoom.safeParse(read.value.maxZoom);
    if (!isNumber || !isNumber.success) found.maxZoom = say('zoom');
    return found;
  });
  const entered = computed(() => {
    const isWrong = Object.keys(problems.value).length > 0;
    const parsed = newOnlineMapSchema.safeParse(read.value);
    return isWrong || !parsed.success ? null : parsed.data;
  });
  const isLoopback = computed(() => {
    const host = /^https?:\/\/([^/?#]*)/i.exec(read.value.address)?.[1] ?? '';
    return isLoopbackHost(host.replace(/:\d+$/, ''));
  });
  return { form, problems, entered, keepsKey, isLoopback };
}
