import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { ClientRequest, Session } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { electronFetch } from '@adapters/http/electron-fetch';
import { takeAnswersWhole } from '@adapters/http/whole-answers';

/** A request that is answered once it is sent. */
function answered(body: string): ClientRequest {
  const request = Object.assign(new EventEmitter(), {
    setHeader: () => undefined,
    abort: () => undefined,
    end: () => {
      const answer = Object.assign(Readable.from([Buffer.from(body)]), {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
      });
      request.emit('response', answer);
    },
  });
  return request as unknown as ClientRequest;
}

async function textOf(body: string): Promise<string> {
  const answer = await electronFetch(
    'http://127.0.0.1/vehicles',
    {},
    {
      net: { request: () => answered(body), isOnline: () => true },
      session: {} as Session,
      proxy: { credentialsFor: () => Promise.resolve(null) },
    },
  );
  return answer.text();
}

afterEach(() => {
  takeAnswersWhole(false);
  vi.restoreAllMocks();
});

it('waits for the rest of an answer once, and a moment, while nobody is at work', async () => {
  const wait = vi.spyOn(Atomics, 'wait');
  expect(await textOf('{"data":1}')).toBe('{"data":1}');
  expect(wait).not.toHaveBeenCalled();
  takeAnswersWhole(true);
  expect(await textOf('{"data":2}')).toBe('{"data":2}');
  expect(wait).toHaveBeenCalledOnce();
  expect(wait.mock.calls[0]?.[3]).toBeLessThanOrEqual(2);
  takeAnswersWhole(false);
  expect(await textOf('{"data":3}')).toBe('{"data":3}');
  expect(wait).toHaveBeenCalledOnce();
});
