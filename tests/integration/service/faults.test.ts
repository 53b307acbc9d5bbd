import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { catalogue, operationNames, type OperationName } from '@core/service/operations';
import { startDemoService, type DemoService } from '../../../electron/demo';
import { Office } from './office';
import { Supplies } from './supplies';

let service: DemoService;
let supplies: Supplies;

beforeAll(async () => {
  service = await startDemoService({ testControl: true, ratePerMinute: 60_000, vehicles: 10 });
  const scout = await Office.open({ service });
  await scout.signIn();
  supplies = await Supplies.gather(scout);
  await scout.close();
});

afterAll(async () => {
  await service.close();
});

/** What is expected of a call: an error, or success. */
type Expected = Partial<AppError> | 'success';

interface Fault {
  name: string;
  /** What the demo service is told. */
  order: object;
  expected: (operation: OperationName) => Expected;
  /** Requests that the service sees; 1 where nothing else is said. */
  attempts?: (operation: OperationName) => number;
  /** Times that the fault strikes. */
  times?: number;
}

const isAuthentication = (name: OperationName): boolean =>
  catalogue[name].effect === 'authenticate';
const needsBody = (name: OperationName): boolean =>
  ['read', 'authenticate'].includes(catalogue[name].effect);
/** Answered with 204. */
const hasNoBody = (name: OperationName): boolean => name.endsWith('.setStatus');
/** Its own input asks for attributes, unless they are left out. */
const asksForAttributes = (name: OperationName): boolean => name === 'userAssociations.list';
const notJson: Expected = { code: 'bad-response', reason: 'not-json' };

const status = (code: number, expected: Expected, refusal?: Expected): Fault => ({
  name: String(code),
  order: { fault: 'status', status: code },
  expected: (name) => (refusal && isAuthentication(name) ? refusal : expected),
});

const refused: Expected = { code: 'unauthenticated', reason: 'refused' };

const faults: Fault[] = [
  { name: 'refused', order: { fault: 'refuse' }, expected: () => ({ code: 'offline' }) },
  { name: 'time-out', order: { fault: 'timeout' }, expected: () => ({ code: 'timeout' }) },
  {
    name: 'time-out after it was applied',
    order: { fault: 'timeoutAfter' },
    expected: () => ({ code: 'timeout' }),
  },
  {
    name: 'reset before it was applied',
    order: { fault: 'resetBefore' },
    expected: () => ({ code: 'offline' }),
  },
  {
    name: 'reset after it was applied',
    order: { fault: 'resetAfter' },
    expected: () => ({ code: 'offline' }),
  },
  {
    name: '400 with a field',
    order: {
      fault: 'status',
      status: 400,
      message: 'body.data.attributes.code is not what it should be',
    },
    // A read that asks for attributes takes it for a refusal of that, and goes without.
    expected: (name) =>
      asksForAttributes(name)
        ? 'success'
        : {
            code: 'invalid-request',
            fields: [{ path: 'attributes.code', message: 'is not what it should be' }],
          },
    attempts: (name) => (asksForAttributes(name) ? 2 : 1),
  },
  status(403, { code: 'forbidden' }, refused),
  status(404, { code: 'not-found' }),
  status(409, { code: 'conflict' }),
  status(
    500,
    { code: 'service-error', serviceMessage: 'A fault that a test asked for' },
    { code: 'unauthenticated', reason: 'refused-or-fault' },
  ),
  status(503, { code: 'service-error' }),
  {
    name: '500 after it was applied',
    order: { fault: 'statusAfter', status: 500 },
    expected: (name) =>
      isAuthentication(name)
        ? { code: 'unauthenticated', reason: 'refused-or-fault' }
        : { code: 'service-error' },
  },
  {
    name: 'a web page',
    order: { fault: 'html' },
    expected: () => ({ code: 'bad-response', reason: 'html' }),
  },
  {
    name: 'cut short',
    order: { fault: 'truncated' },
    // An answer that may have no body is none any more when one is cut off.
    expected: (name) => (hasNoBody(name) ? { code: 'offline' } : notJson),
  },
  {
    name: 'empty',
    order: { fault: 'empty' },
    expected: (name) => (needsBody(name) ? notJson : 'success'),
  },
  {
    name: 'of wrong types',
    order: { fault: 'wrongTypes' },
    // Trajectories are read elsewhere; of a position what can't be read is flagged.
    expected: (name) =>
      needsBody(name) && !name.startsWith('tra')
        ? { code: 'bad-response', reason: 'unexpected-shape' }
        : 'success',
  },
  {
    name: 'of 50 MB',
    order: { fault: 'huge' },
    expected: (name) =>
      hasNoBody(name) ? 'success' : { code: 'bad-response', reason: 'too-large' },
  },
  {
    // Once is cured by a refresh, which is another test: here the new token is refused as well.
    name: '401, twice',
    order: { fault: 'status', status: 401 },
    times: 2,
    expected: (name) => (isAuthentication(name) ? refused : { code: 'unauthenticated' }),
    attempts: (name) => (isAuthentication(name) ? 1 : 3),
  },
  {
    name: '429',
    order: { fault: 'status', status: 429, headers: { 'retry-after': '1' } },
    expected: () => ({ code: 'rate-limited' }),
  },
];

async function outcomeOf(promise: Promise<unknown>): Promise<AppError | 'success'> {
  try {
    await promise;
    return 'success';
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
}

// Each operation has an office of its own: its budget is empty, its token not refreshed lately.
describe.each(operationNames)('%s', (operation) => {
  let office: Office;
  let own: Supplies;

  beforeAll(async () => {
    office = await Office.open({ service });
    await office.signIn();
    own = supplies.for(office);
    // Real sizes would only make this slow; what follows from them is the same.
    office.transport.appetite = 1_000_000;
  });

  afterAll(async () => {
    await office.close();
  });

  it.each(faults)('$name', async ({ name, order, expected, attempts, times = 1 }) => {
    const input = await own.inputFor(operation);
    await office.control('POST', 'faults', { operation, times, ...order });
    // Only where no answer is to come: a slow machine is no fault.
    office.transport.patience = name.startsWith('time-out') ? 200 : 30_000;
    const sent = office.transport.sent;
    const used = office.budget.state().used;
    const call = office.client.call(operation, input as never, { lane: 'interactive' });
    const outcome = await outcomeOf(call);
    await office.control('DELETE', 'faults');

    const wanted = expected(operation);
    if (wanted === 'success') expect(outcome).toBe('success');
    else expect(outcome).toMatchObject(wanted);
    const cost = attempts?.(operation) ?? 1;
    expect(office.transport.sent - sent).toBe(cost);
    expect(office.budget.state().used - used).toBe(cost);
    expect(office.session.state().phase).toBe('signed-in');
  });
});

describe('an answer of 50 MB', () => {
  it('is given up at 32 MB, and all works as before', async () => {
    const office = await Office.open({ service });
    await office.signIn();
    const ask = (): Promise<unknown> =>
      office.client.call('roles.list', {}, { lane: 'interactive' });
    await office.control('POST', 'faults', { operation: 'roles.list', fault: 'huge' });
    expect(await outcomeOf(ask())).toMatchObject({ code: 'bad-response', reason: 'too-large' });
    expect(await outcomeOf(ask())).toBe('success');
    await office.close();
  });
});
