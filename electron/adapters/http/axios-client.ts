import axios from 'axios';
import type { HttpRequest } from '@core/ports/http-transport';
import { limitBody } from './body-limit';
import type { Progress } from './failures';

/** What a request is sent with. */
export interface Fetcher {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Nothing of an answer is kept, nothing of the person is added, nobody else is asked. */
const FETCH_SETTINGS = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;

/** Passes a text on as it is: encoding and decoding are core's. */
const asIs = (data: unknown): unknown => data;

/**
 * What a request under way goes through, and how far it came. Axios hands it on as it is, since it is
 * no plain object. Node could follow the request in its stead (`AsyncLocalStorage`), but then runs
 * code of its own for every promise of this thread.
 */
export class UnderWay {
  constructor(
    readonly channel: Fetcher,
    readonly request: HttpRequest,
    readonly progress: Progress,
  ) {}
}

/** The one client for all: axios keeps what it makes for each `fetch` that it is given for ever. */
export const client = axios.create({
  adapter: 'fetch',
  allowAbsoluteUrls: false,
  responseType: 'text',
  maxRedirects: 0,
  headers: { 'User-Agent': 'Fleetdesk' },
  transformRequest: asIs,
  transformResponse: asIs,
  // Every status is an answer; what it means is core's to say.
  validateStatus: () => true,
  env: {
    fetch: (input, init) => fetchUnderWay(String(input), init),
    // So that it hands over address and body as they are; its types do not name null.
    Request: null as unknown as typeof Request,
  },
});

/** `fetch` for axios, by the channel of the request under way. */
async function fetchUnderWay(
  url: string,
  { underWay, ...init }: RequestInit & { underWay?: UnderWay } = {},
): Promise<Response> {
  if (underWay === undefined) throw new Error('A request has no channel.');
  const { channel, progress, request } = underWay;
  const answer = await channel.fetch(url, { ...init, ...FETCH_SETTINGS });
  progress.hasBegun = true;
  return limitBody(answer, answer.ok ? request.maxBytes : request.maxRefusalBytes);
}
