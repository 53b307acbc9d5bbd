import type { FleetdeskError } from '@contract/errors';
import type { OnlineMap } from '@contract/map-sources';
import type { NewOnlineMap } from '@contract/online-maps';
import { hasMask } from '@contract/rules/map-address';
import type { WmsRequest } from '@contract/wms';
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
  const keepsKey = isKept(online, entered.address);
  const whole = await keys.addressOf(online);
  const hasOtherTiles =
    kind !== entered.kind ||
    online.layers !== entered.layers ||
    !isSameRequest(online.wms, entered.wms) ||
    (!keepsKey && entered.address !== whole);
  const isAskedOtherwise =
    hasOtherTiles ||
    online.isPrivate !== entered.isPrivate ||
    online.subdomains.join() !== entered.subdomains.join();
  if (keepsKey && whole === null && isAskedOtherwise) throw keyError();
  const address = keepsKey ? (whole ?? online.address) : entered.address;
  return { map: { ...entered, address }, keepsKey, isAskedOtherwise, hasOtherTiles };
}

/**
 * The address that a person entered for a map, with its key where they left the dots that stand for it.
 * @throws FleetdeskError as {@link readEdit} does
 */
export async function wholeAddress(
  { online }: OnlineMap,
  entered: string,
  keys: AddressKeys,
): Promise<string> {
  if (!isKept(online, entered)) return entered;
  const whole = await keys.addressOf(online);
  if (whole === null) throw keyError();
  return whole;
}

/** @throws FleetdeskError `map-address` for another address with dots in place of its key */
function isKept({ keyName, address }: OnlineMap['online'], entered: string): boolean {
  const keepsKey = keyName !== null && entered === address;
  if (!keepsKey && hasMask(entered)) throw mapError('invalid-request', 'map-address', 'masked');
  return keepsKey;
}

function isSameRequest(one: WmsRequest | undefined, other: WmsRequest | undefined): boolean {
  return (
    one?.version === other?.version && one?.format === other?.format && one?.crs === other?.crs
  );
}

function keyError(): FleetdeskError {
  return mapError('keychain-unavailable', 'map-key', 'The key of the address is not there.');
}
