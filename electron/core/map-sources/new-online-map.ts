import { FleetdeskError, passingMapReasons, type ErrorReason } from '@contract/errors';
import { wholeWorld, type OnlineMap } from '@contract/map-sources';
import type { NewOnlineMap } from '@contract/online-maps';
import { faultOfMapAddress, maskedAddress, tileAddress } from '@contract/rules/map-address';
import type { Random } from '../ports/random';
import { mapError, type FetchOptions } from './ask-map-server';
import { fetchTile } from './fetch-tile';

/** The map may be well all the same: no network now, or a server that is busy. */
const passing: ReadonlySet<ErrorReason | undefined> = new Set([
  ...passingMapReasons,
  ...(['proxy-sign-in', 'proxy-script'] as const),
]);

/**
 * Asks for the tile of the whole world. None is no fault: many maps are of one country.
 * @throws FleetdeskError with a reason where the address can't be right
 */
export async function probe(map: NewOnlineMap, options: FetchOptions): Promise<void> {
  const wrong = faultOfMapAddress(map);
  if (wrong !== null) throw mapError('invalid-request', 'map-address', wrong);
  const url = tileAddress(map, { z: 0, x: 0, y: 0 });
  try {
    await fetchTile({ url, isPrivate: map.isPrivate, headers: {} }, options);
  } catch (fault) {
    if (!passing.has(FleetdeskError.from(fault).reason)) throw fault;
  }
}

/**
 * What is kept of a map that a person entered, and what of its address the keychain takes; null: it
 * holds no key.
 */
export function describeOnline(
  map: NewOnlineMap,
  random: Pick<Random, 'id'>,
): {
  description: Omit<OnlineMap, 'id' | 'shown'>;
  secret: { keyName: string; address: string } | null;
} {
  const { kind, name, attribution, maxZoom, address, ...online } = map;
  const shown = maskedAddress(address);
  const keyName = shown === address ? null : random.id();
  return {
    description: {
      ...{ kind, name, attribution, maxZoom, minZoom: 0 },
      bounds: wholeWorld,
      content: { form: 'raster' },
      online: { ...online, address: shown, keyName },
    },
    secret: keyName === null ? null : { keyName, address },
  };
}
