import type { OnlineMap } from '@contract/map-sources';
import type { NewOnlineMap } from '@contract/online-maps';
import { hasMask } from '@contract/rules/map-address';
import type { AddressKeys } from './address-keys';
import { mapError } from './ask-map-server';

/** What a person changed of an online map. */
export interface MapEdit {
  /** As it was entered, with its whole address. */
  readonly map: NewOnlineMap;
  /** The address was left as it is, with its key in the keychain. */
  readonly keepsKey: boolean;
  /** Its tiles are asked for in another way: one of them shows whether that is right. */
  readonly isAskedOtherwise: boolean;
  /** Other tiles than before: those in the cache are of no use. */
  readonly hasOtherTiles: boolean;
}

/**
 * Compares what a person entered with the map as it was. An address that comes back masked, as
 * screens show it, keeps its key.
 * @throws FleetdeskError `map-address` for another address with dots in place of its key; `map-key`
 * where the key is needed and can't be read
 */
export async function readEdit(
  before: OnlineMap,
  entered: NewOnlineMap,
  keys: AddressKeys,
): Promise<MapEdit> {
  const { online, kind } = before;
  const keepsKey = online.keyName !== null && entered.address === online.address;
  if (!keepsKey && hasMask(entered.address)) {
    throw mapError('invalid-request', 'map-address', 'masked');
  }
  const whole = await keys.addressOf(online);
  const hasOtherTiles =
    kind !== entered.kind ||
    online.layers !== entered.layers ||
    (!keepsKey && entered.address !== whole);
  const isAskedOtherwise =
    hasOtherTiles ||
    online.isPrivate !== entered.isPrivate ||
    online.subdomains.join() !== entered.subdomains.join();
  if (keepsKey && whole === null && isAskedOtherwise) {
    throw mapError('keychain-unavailable', 'map-key', 'The key of the address is not there.');
  }
  const address = keepsKey ? (whole ?? online.address) : entered.address;
  return { map: { ...entered, address }, keepsKey, isAskedOtherwise, hasOtherTiles };
}
