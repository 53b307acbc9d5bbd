import { startDemoService, type DemoOptions, type DemoService } from '@demo/index';

/** The world behind the service is computed as it is asked for; a busy machine takes its time. */
export const PATIENT = { timeout: 60_000 };

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | null;
  readonly publicKey?: string | null;
}

/** A plain HTTP client of a demo service that runs in the test's own process. */
export class ServiceClient {
  token = '';
  refreshToken = '';

  private constructor(readonly service: DemoService) {}

  /** Starts a service of its own for a test, with test control, and signs in to it. */
  static async start(options: DemoOptions = {}): Promise<ServiceClient> {
    const service = await startDemoService({
      ratePerMinute: 1_000_000,
      testControl: true,
      ...options,
    });
    const client = new ServiceClient(service);
    await client.signIn();
    return client;
  }

  async signIn(): Promise<void> {
    const { username, password } = this.service;
    const answer = await this.call('POST', '/v2/auth/login', { body: { username, password } });
    const { token, refresh_token: refreshToken } = (answer.json as { data: Record<string, string> })
      .data;
    this.token = token ?? '';
    this.refreshToken = refreshToken ?? '';
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, token = this.token, publicKey = this.service.publicKey } = options;
    const headers: Record<string, string> = {};
    if (publicKey !== null) headers['public-key'] = publicKey;
    if (token !== null && token !== '') headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    // A socket that was idle for a while may be closed under the next request.
    headers.connection = 'close';
    const response = await fetch(this.address(path), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  async get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, `/control/${path}`, body === undefined ? {} : { body });
  }

  /** The records of a list. */
  async list(path: string): Promise<RecordAnswer[]> {
    const { status, json, text } = await this.get(path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return (json as { data: RecordAnswer[] }).data;
  }

  /** The first record of a list; a list that is empty is a fault of the test. */
  async first(path: string): Promise<RecordAnswer> {
    const [record] = await this.list(path);
    if (!record) throw new Error(`GET ${path} answered an empty list`);
    return record;
  }

  async close(): Promise<void> {
    await this.service.close();
  }

  /** The service's base URL ends in `/v2`, and so do paths begin. */
  address(path: string): string {
    return this.service.url.replace(/\/v2$/, '') + path;
  }
}

export interface RecordAnswer {
  readonly id: string;
  readonly uuid?: string;
  readonly type: string;
  readonly attributes: Record<string, unknown>;
  readonly relationships: Record<string, { id: string; type: string; attributes: unknown }>;
}

/** What an error body says, in the service's default form. */
export function messageOf(answer: Answer): string {
  return (answer.json as { error: { message: string } }).error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A vehicle with a device that reports, and what both belong to. */
export interface Reporting {
  readonly vehicleId: string;
  readonly deviceId: string;
  readonly enterpriseId: string;
}

/** The first vehicle of the fleet whose main device has a position. */
export async function findReporting(client: ServiceClient): Promise<Reporting> {
  for (const vehicle of await client.list('/v2/vehicles?limit=20')) {
    const associations = await client.list(`/v2/vehicles/${vehicle.id}/associations/devices`);
    const main = associations.filter(
      ({ attributes }) => attributes.deleted_at === null && attributes.is_main_device === true,
    );
    const deviceId = related(main.at(-1), 'devices', 'device');
    const enterpriseId = vehicle.relationships.enterprises?.id;
    if (deviceId === undefined || enterpriseId === undefined) continue;
    const { status } = await client.get(`/v2/vehicles/${vehicle.id}/tracking/${deviceId}`);
    if (status === 200) return { vehicleId: vehicle.id, deviceId, enterpriseId };
  }
  throw new Error('no vehicle of the first twenty reports');
}

/** The id of a relationship that is spelled in one of two ways. */
export function related(
  record: RecordAnswer | undefined,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const relationship = record?.relationships[name];
    if (relationship) return relationship.id;
  }
  return undefined;
}
