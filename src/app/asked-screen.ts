import type { AskedScreen } from '@contract/desktop';
import type { RouteLocationRaw } from 'vue-router';
import { momentOf } from './day-at';

/** What has an address among what can be asked for. */
type Addressed = Exclude<AskedScreen, { screen: 'overlay' }>;

/** The address of what was asked for outside the page; a time of day is that of the zone. */
export function addressOfAsked(asked: Addressed, zone: string): RouteLocationRaw {
  switch (asked.screen) {
    case 'alerts':
      return { path: '/alerts', query: asked.alertId === null ? {} : { alert: asked.alertId } };
    case 'address':
      return asked.address;
    case 'vehicle':
      return { path: '/map', query: { vehicle: asked.id } };
    case 'device':
      return { path: '/devices', query: { record: asked.id } };
    case 'user':
      return { path: '/users', query: { record: asked.id } };
    case 'replay': {
      const { vehicleId: vehicle, day, time } = asked;
      const at = time === null ? {} : { at: String(momentOf(day, time, zone)) };
      return { path: '/replay', query: { vehicle, day, ...at } };
    }
  }
}
