import { lookup } from 'node:dns/promises';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer, TileNetwork, TileRequest } from '@core/ports/tile-network';
import { limitBody } from './body-limit';
import { failureOf } from './failures';
import { withinTime } from './within-time';

/** Map servers through Node's own network stack: for tests and for what runs without Electron. */
export const nodeTileNetwork: TileNetwork = {
  get: (request) => withinTime(request.timeout, (signal) => ask(request, signal)),
  addressesOf: async (url) => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    try {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } catch {
      throw new HttpFailure('host-unknown', 'The name of the host is not known.', { sent: 'no' });
    }
  },
};

async function ask(request: TileRequest, signal: AbortSignal): Promise<TileAnswer> {
  let hasBegun = false;
  try {
    const { url, headers, maxBytes } = request;
    const answer = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    hasBegun = true;
    const body = new Uint8Array(await limitBody(answer, maxBytes).arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch (fault) {
    throw failureOf(fault, { hasBegun });
  }
}
