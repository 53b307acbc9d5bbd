import { computed, type ComputedRef } from 'vue';
import { hostOf } from '@/app/connection/host-of';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useRegionCopiesStore } from '@/app/stores/region-copies-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useUpdatesStore } from '@/app/stores/updates-store';
import { useI18n } from '@/i18n/i18n';

/** A server that Fleetdesk connects to, and what for. */
export interface ReachedServer {
  host: string;
  why: string;
}

/** Every server that Fleetdesk connects to as it is set up now. */
export function useReachedServers(): ComputedRef<ReachedServer[]> {
  const { t } = useI18n();
  const session = useSessionStore();
  const settings = useSettingsStore();
  const mapSources = useMapSourcesStore();
  const copies = useRegionCopiesStore();
  void mapSources.start();
  const updates = useUpdatesStore();
  void copies.start();
  void updates.start();

  return computed(() => {
    const { proxy, geocoder } = settings.state;
    const found: ReachedServer[] = [];
    const add = (host: string, why: string) => found.push({ host, why });
    const { connection } = session;
    if (connection?.isDemo === false) {
      add(hostOf(connection.baseUrl), t('settings.privacy.servers.service'));
    }
    if (proxy.mode === 'manual') {
      add(`${proxy.host}:${proxy.port}`, t('settings.privacy.servers.proxy'));
    }
    if (proxy.mode === 'pac') add(hostOf(proxy.address), t('settings.privacy.servers.pac'));
    for (const source of mapSources.state.sources) {
      if (!('online' in source) || !source.shown) continue;
      const host = source.online.address.split('/')[2] ?? source.online.address;
      add(host, t('settings.privacy.servers.map', { name: source.name }));
    }
    for (const { host, name } of copies.state.copies) {
      add(host, t('settings.privacy.servers.copy', { name }));
    }
    if (geocoder !== null) {
      const words = geocoder.namesPositions === true ? 'positions' : 'addresses';
      add(hostOf(geocoder.address.replaceAll('{q}', 'q')), t(`settings.privacy.servers.${words}`));
    }
    const { host, phase } = updates.state;
    if (host !== null && phase !== 'off') add(host, t('updates.server'));
    return found;
  });
}
