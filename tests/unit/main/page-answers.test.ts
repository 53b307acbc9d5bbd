import type { Protocol, ProtocolRequest, ProtocolResponse } from 'electron';
import { expect, it, vi } from 'vitest';
import { answerPages, type PageAnswer, type PageRequest } from '@main/page-answers';
import { collectFaults } from '../collect-faults';

/** What Chromium gets for an address. */
function asked(answer: (request: PageRequest) => Promise<PageAnswer>): Promise<unknown> {
  return new Promise((resolve) => {
    const registerBufferProtocol = (
      scheme: string,
      handle: (request: ProtocolRequest, respond: (answer: ProtocolResponse) => void) => void,
    ) => {
      const url = `${scheme}://app/index.html`;
      handle({ url, method: 'GET', referrer: '', headers: {} }, resolve);
    };
    answerPages({ registerBufferProtocol } as unknown as Protocol, 'fleetdesk', answer);
  });
}

it('a page gets what it asks for, with its headers, and what is empty as such', async () => {
  const headers = { 'Content-Type': 'text/html' };
  const body = Buffer.from('<!doctype html>');
  expect(
    await asked(({ url }) => Promise.resolve({ status: 200, headers: { url }, body })),
  ).toEqual({ statusCode: 200, headers: { url: 'fleetdesk://app/index.html' }, data: body });
  expect(await asked(() => Promise.resolve({ status: 204, headers, body: null }))).toEqual({
    ...{ statusCode: 204, headers, data: Buffer.alloc(0) },
  });
});

it('a fault fails the request, and is reported', async () => {
  const faults = collectFaults();
  expect(await asked(() => Promise.reject(new Error('the test')))).toEqual({ error: -2 });
  expect(faults).toHaveBeenCalledOnce();
});

it('an Electron without that way gets the same as a response', async () => {
  const protocol = { handle: vi.fn<Protocol['handle']>() };
  const body = Buffer.from('body {}');
  answerPages(protocol as unknown as Protocol, 'fleetdesk', ({ url }) =>
    Promise.resolve({ status: 200, headers: { 'Content-Type': 'text/css', at: url }, body }),
  );
  const [scheme, handle] = protocol.handle.mock.calls[0] ?? expect.fail();
  expect(scheme).toBe('fleetdesk');
  const answer = await handle(new Request('fleetdesk://app/base.css'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/css');
  expect(answer.headers.get('at')).toBe('fleetdesk://app/base.css');
  expect(await answer.text()).toBe('body {}');
});
