import { FleetdeskError } from '@contract/errors';
import type { NewOnlineMap } from '@contract/online-maps';
import { capabilitiesAddress, faultOfMapAddress } from '@contract/rules/map-address';
import type { WmsServer } from '@contract/wms';
import { requireWanted } from '../../cancelled';
import type { TileAnswer } from '../../ports/tile-network';
import { abortable } from '../../service/signals';
import { askMapServer, mapError, refusalOf, type FetchOptions } from '../ask-map-server';
import { largestTile, longestAnswer } from '../fetch-tile';
import { readCapabilities } from './read-capabilities';

/** Statuses that say something of the server; with any other its words are read. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/**
 * Asks a WMS what it offers, within the limits of a tile.
 * @throws FleetdeskError with a reason that begins with `wms-` or `map-`; its words hold no address
 */
export async function askWms(
  { address, isPrivate }: Pick<NewOnlineMap, 'address' | 'isPrivate'>,
  options: FetchOptions,
  signal?: AbortSignal,
): Promise<WmsServer> {
  requireWanted(signal);
  const wrong = faultOfMapAddress({ kind: 'wms', address, layers: '' });
  // Which layers there are is what is asked here.
  if (wrong !== null && wrong !== 'no-layers') {
    throw mapError('invalid-request', 'map-address', wrong);
  }
  const asked = askMapServer(
    {
      ...{ url: capabilitiesAddress(address), isPrivate },
      ...{ timeout: longestAnswer, maxBytes: largestTile },
      headers: { accept: 'application/vnd.ogc.wms_xml, text/xml, application/xml, */*;q=0.1' },
    },
    options,
  );
  const answer = await (signal ? abortable(asked, signal) : asked).catch(tooLarge);
  if (refusals.has(answer.status)) throw refusalOf(answer, options.clock);
  try {
    return readCapabilities(textOf(answer));
  } catch (fault) {
    // A server that fails may send a web page with it.
    const isNone = FleetdeskError.from(fault).reason === 'wms-answer';
    throw isNone && answer.status >= 500 ? refusalOf(answer, options.clock) : fault;
  }
}

function tooLarge(fault: unknown): never {
  const { reason, message } = FleetdeskError.from(fault);
  if (reason === 'map-tile-too-large') throw mapError('bad-response', 'wms-too-large', message);
  throw fault;
}

/** XML says its encoding in its first line; most write UTF-8, many old servers ISO-8859-1. */
function textOf({ body }: TileAnswer): string {
  const text = new TextDecoder().decode(body);
  const encoding = /^<\?xml[^>]{0,80}\bencoding=["']([\w-]{1,20})["']/.exec(text)?.[1];
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    return text;
  }
}
