import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parse } from 'qs';
import { authenticationHandlers } from './authentication';
import { chipHandlers } from './chips';
import { registerControl } from './control';
import { deviceAssociationHandlers } from './device-associations';
import { deviceHandlers } from './devices';
import { errorBody } from './dialect';
import { enterpriseLister } from './enterprises';
import { Refusal } from './errors';
import { strikeAfter, strikeBefore } from './fault-strike';
import { Faults } from './faults';
import { OPERATION_NAMES, SERVICE_ORDERS, type AnyName, type ServiceOrderName } from './operations';
import { checkPermission } from './permissions';
import { RateWindow } from './rate-window';
import { RequestLog, type LogEntry } from './request-log';
import { roleHandlers } from './roles';
import type { ServerParts } from './server-parts';
import { serviceOrderHandlers } from './service-orders';
import type { Call, Handler, Handlers, Reply } from './service';
import { trackingHandlers } from './tracking';
import { trajectoryHandlers } from './trajectories';
import { userAssociationHandlers } from './user-associations';
import { userHandlers } from './users';
import { vehicleHandlers } from './vehicles';

export interface HttpService {
  readonly app: FastifyInstance;
  readonly server: Server;
}

const MOST_BODY_BYTES = 2 * 1024 * 1024;
const ENTRIES = new WeakMap<FastifyRequest, LogEntry>();

/** The service as an HTTP server that does not listen yet. */
export async function buildHttpService(parts: ServerParts): Promise<HttpService> {
  let server: Server | null = null;
  const app = fastify({
    serverFactory: (handler) => {
      server = createServer(handler);
      return server;
    },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    bodyLimit: MOST_BODY_BYTES,
    routerOptions: {
      querystringParser: (text) =>
        parse(text, {
          depth: 5,
          arrayLimit: 200,
          parameterLimit: 500,
          ignoreQueryPrefix: true,
        }) as Record<string, unknown>,
    },
  });
  const gate = new Gate(parts);
  acceptJson(app);
  app.addHook('onRequest', (request, reply) => gate.enter(request, reply));
  app.addHook('onResponse', async (request, reply) => {
    const entry = ENTRIES.get(request);
    if (entry) entry.status = reply.statusCode;
  });
  app.setErrorHandler((error, _request, reply) => {
    const refusal = asRefusal(error);
    return reply.code(refusal.status).send(errorBody(parts.dialect.errorShape, refusal.message));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(errorBody(parts.dialect.errorShape, `${request.method} ${pathOf(request)} is unknown`)),
  );
  registerOperations(app, parts, gate);
  if (parts.testControl)
    registerControl(app, { ...parts, faults: gate.faults, log: gate.log, rate: gate.rate });
  await app.ready();
  if (!server) throw new Error('no HTTP server was made');
  return { app, server };
}

/** What every request passes before its operation: log, rate, delay, key, token. */
class Gate {
  readonly faults = new Faults();
  readonly log = new RequestLog();
  readonly rate: RateWindow;

  constructor(readonly parts: ServerParts) {
    this.rate = new RateWindow(parts.clock.real);
  }

  async enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isControl(request, this.parts)) return undefined;
    const { settings, dialect, clock } = this.parts;
    const operation = operationOf(request);
    ENTRIES.set(
      request,
      this.log.add({
        at: clock.real(),
        method: request.method,
        path: pathOf(request),
        operation,
        fault: null,
        status: 0,
      }),
    );
    const wait = this.rate.admit(this.#keyOf(request), settings.ratePerMinute);
    if (settings.latencyMs > 0) await sleep(settings.latencyMs, undefined, { ref: false });
    if (wait > 0) {
      const until =
        dialect.retryAfter === 'date' ? new Date(clock.real() + wait * 1000).toUTCString() : wait;
      return reply
        .code(dialect.rateStatus)
        .header('retry-after', until)
        .send(errorBody(dialect.errorShape, `Too many requests; try again in ${wait} seconds`));
    }
    return undefined;
  }

  /** @throws Refusal 401 without the public key, or without a good token where one is needed */
  async admit(request: FastifyRequest, needsToken: boolean): Promise<string> {
    if (this.#keyOf(request) !== this.parts.publicKey) {
      throw new Refusal(401, 'The public key is missing or wrong');
    }
    if (!needsToken) return '';
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw new Refusal(401, 'A bearer token is required');
    }
    const username = await this.parts.sessions.userOf(token);
    if (username === null) throw new Refusal(401, 'The token is expired or not valid');
    return username;
  }

  #keyOf(request: FastifyRequest): string {
    if (this.parts.dialect.publicKeyIn === 'query') {
      const query = request.query as Record<string, unknown>;
      const key = query['public-key'];
      return typeof key === 'string' ? key : '';
    }
    const key = request.headers['public-key'];
    return typeof key === 'string' ? key : '';
  }
}

function registerOperations(app: FastifyInstance, parts: ServerParts, gate: Gate): void {
  const handlers: Handlers = {
    ...authenticationHandlers(parts),
    ...userHandlers(parts),
    ...roleHandlers(parts),
    ...vehicleHandlers(parts),
    ...deviceAssociationHandlers(parts),
    ...userAssociationHandlers(parts),
    ...trackingHandlers(parts),
    ...trajectoryHandlers(parts),
    ...deviceHandlers(parts),
    ...chipHandlers(parts),
  };
  for (const name of OPERATION_NAMES) {
    const handler = handlers[name];
    const [method, url] = parts.dialect.routes[name];
    if (!handler) throw new Error(`the operation ${name} has no handler`);
    const handle = operationRoute(name, handler, parts, gate);
    app.route({ method, url, config: { operation: name }, handler: handle });
  }
  const listThem = operationRoute('enterprises.list', enterpriseLister(parts), parts, gate);
  app.get('/v2/enterprises/', { config: { operation: 'enterprises.list' } }, listThem);
  const orders = serviceOrderHandlers(parts);
  for (const name of Object.keys(orders) as ServiceOrderName[]) {
    const [method, url] = SERVICE_ORDERS[name];
    const handle = operationRoute(name, orders[name], parts, gate);
    app.route({ method, url, config: { operation: name }, handler: handle });
  }
}

function operationRoute(
  name: AnyName,
  handler: Handler,
  parts: ServerParts,
  gate: Gate,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const needsToken = !name.startsWith('authentication.');
  return async (request, reply) => {
    const fault = gate.faults.take(name);
    const entry = ENTRIES.get(request);
    if (fault && entry) entry.fault = fault.kind;
    if (fault && strikeBefore(fault, reply, parts.dialect)) return reply;
    const username = await gate.admit(request, needsToken);
    if (needsToken) checkPermission(username, name);
    const result = await handler(callOf(request, username));
    if (fault && strikeAfter(fault, result, reply, parts.dialect)) return reply;
    return send(reply, result);
  };
}

function callOf(request: FastifyRequest, username: string): Call {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query,
    body: request.body,
    username,
  };
}

function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  return reply.code(status).send(body);
}

/** JSON bodies, also on DELETE, and an empty one where an operation takes none. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') {
      done(null, undefined);
      return;
    }
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new Refusal(400, 'body is not valid JSON'));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') done(null, undefined);
    else done(new Refusal(415, 'body must be application/json'));
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal(statusCode, message ?? 'The request was refused');
  }
  return new Refusal(503, 'The service failed to answer');
}

function operationOf(request: FastifyRequest): string | null {
  const { operation } = request.routeOptions.config as { operation?: string };
  return operation ?? null;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

function isControl(request: FastifyRequest, { testControl }: ServerParts): boolean {
  return testControl && pathOf(request).startsWith('/control/');
}
