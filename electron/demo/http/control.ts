import type { FastifyInstance, FastifyReply } from 'fastify';
import { ID_PATTERN, isObject } from './checks';
import { badRequest, notFound } from './errors';
import { FAULT_KINDS, type Fault, type Faults } from './faults';
import { isKnownName } from './operations';
import type { RateWindow } from './rate-window';
import type { RequestLog } from './request-log';
import type { ServerParts } from './server-parts';

export interface ControlParts extends ServerParts {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly rate: RateWindow;
}

/**
 * Endpoints for tests, on loopback and only where they were asked for. They are neither counted
 * nor logged. Each takes and answers plain JSON.
 */
export function registerControl(app: FastifyInstance, parts: ControlParts): void {
  const start = { ...parts.settings };
  const done = (reply: FastifyReply): FastifyReply => reply.code(204).send();

  app.get('/control/state', () => ({
    now: parts.clock.now(),
    ...parts.settings,
    requests: parts.log.since(0).length,
    mostInAnyMinute: parts.rate.most,
    vehicles: parts.world.vehicles.count,
  }));
  app.get('/control/log', ({ query }) => {
    const since = isObject(query) ? Number(query.since ?? 0) : 0;
    return { entries: parts.log.since(Number.isFinite(since) ? since : 0) };
  });
  app.post('/control/reset', (_request, reply) => {
    parts.world.reset();
    parts.sessions.clear();
    parts.faults.clear();
    parts.log.clear();
    parts.rate.clear();
    parts.clock.reset();
    Object.assign(parts.settings, start);
    return done(reply);
  });
  app.patch('/control/settings', ({ body }, reply) => {
    if (!isObject(body)) throw badRequest('body must be an object');
    for (const [name, value] of Object.entries(body)) {
      if (!Object.hasOwn(parts.settings, name)) throw badRequest(`body.${name} is not allowed`);
      if (typeof value !== 'number' || value < 0) throw badRequest(`body.${name} must be a number`);
    }
    Object.assign(parts.settings, body);
    return done(reply);
  });
  app.post('/control/tokens', ({ body }, reply) => {
    const action = isObject(body) ? body.action : undefined;
    if (action === 'expire') parts.sessions.expireAccess();
    else if (action === 'revoke') parts.sessions.revokeAll();
    else throw badRequest('body.action must be one of expire, revoke');
    return done(reply);
  });
  app.post('/control/advance', ({ body }, reply) => {
    parts.clock.advance(positive(body, 'seconds') * 1000);
    return done(reply);
  });
  app.post('/control/silence', ({ body }, reply) => {
    const id = isObject(body) ? body.vehicleId : undefined;
    if (typeof id !== 'string' || !ID_PATTERN.test(id))
      throw badRequest('body.vehicleId is required');
    const vehicle = parts.world.vehicles.get(id);
    if (!vehicle || vehicle.index === null) throw notFound('Vehicle not found');
    const now = Math.floor(parts.clock.now() / 1000);
    const seconds =
      isObject(body) && body.seconds !== undefined ? positive(body, 'seconds') : Infinity;
    parts.world.journeys.silence(vehicle.index, { from: now, to: now + seconds });
    return done(reply);
  });
  app.post('/control/faults', ({ body }, reply) => {
    const { operation, fault, times } = readFault(body);
    parts.faults.add(operation, fault, times);
    return done(reply);
  });
  app.post('/control/outage', ({ body }, reply) => {
    parts.outage(positive(body, 'seconds') * 1000);
    return done(reply);
  });
  app.delete('/control/faults', (_request, reply) => {
    parts.faults.clear();
    return done(reply);
  });
}

function positive(body: unknown, name: string): number {
  const value = isObject(body) ? body[name] : undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  throw badRequest(`body.${name} must be a positive number`);
}

function readFault(body: unknown): {
  operation: Parameters<Faults['add']>[0];
  fault: Fault;
  times: number;
} {
  if (!isObject(body)) throw badRequest('body must be an object');
  const { operation, fault: kind, status, message, headers } = body;
  const known = FAULT_KINDS.find((candidate) => candidate === kind);
  if (!known) throw badRequest(`body.fault must be one of ${FAULT_KINDS.join(', ')}`);
  if (operation !== '*' && !isKnownName(operation)) {
    throw badRequest('body.operation must name an operation, or be *');
  }
  const fallback = known === 'status' || known === 'statusAfter' ? 500 : 200;
  return {
    operation,
    fault: {
      kind: known,
      status: typeof status === 'number' ? status : fallback,
      message: typeof message === 'string' ? message : 'A fault that a test asked for',
      headers: isObject(headers)
        ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
        : {},
      ...(body.body === undefined ? {} : { body: body.body }),
    },
    times: body.times === undefined ? 1 : positive(body, 'times'),
  };
}
