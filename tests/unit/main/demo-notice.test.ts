import { describe, expect, it } from 'vitest';
import type { HttpAnswer, HttpRequest, HttpTransport } from '@core/ports/http-transport';
import { DemoNotice } from '@main/demo-notice';
import { settle } from '../core/virtual-clock';

/** A transport that always answers with this header. */
function answering(said: string | undefined): HttpTransport {
  const headers = said === undefined ? {} : { 'x-fleetdesk-demo': said };
  return {
    send: () => Promise.resolve<HttpAnswer>({ status: 200, headers, body: '{}' }),
    findRedirect: () => Promise.resolve('https://elsewhere.example'),
  };
}

const request = (base: string): HttpRequest => ({
  method: 'POST',
  base,
  path: '/v2/auth/login',
  headers: {},
  body: null,
  timeout: 1000,
  maxBytes: 1000,
  maxRefusalBytes: 1000,
});

async function seedAfter(base: string, said: string | undefined): Promise<number | null> {
  const notice = new DemoNotice(answering(said));
  await notice.send(request(base));
  return notice.seedAt(`${base}/v2`);
}

describe('a demo service', () => {
  it.each(['http://127.0.0.1:4000', 'http://localhost:8080', 'http://[::1]:9'])(
    'at %s is noticed by its answer',
    async (base) => {
      expect(await seedAfter(base, 'seed=42')).toBe(42);
    },
  );

  it('on another machine is not believed', async () => {
    expect(await seedAfter('https://fleet.example', 'seed=42')).toBeNull();
  });

  it.each([undefined, '', 'seed=', 'seed=-1', 'seed=1e9', 'seed=1 ', '42'])(
    'that says %j is none',
    async (said) => {
      expect(await seedAfter('http://127.0.0.1:4000', said)).toBeNull();
    },
  );

  it('is waited for until its first answer', async () => {
    const notice = new DemoNotice(answering('seed=3'));
    let seed: number | null | undefined;
    const waiting = notice.seedAt('http://127.0.0.1:4000/v2').then((told) => {
      seed = told;
    });
    await settle();
    expect(seed).toBeUndefined();
    await notice.send(request('http://127.0.0.1:4001'));
    await settle();
    expect(seed).toBeUndefined();
    await notice.send(request('http://127.0.0.1:4000'));
    await waiting;
    expect(seed).toBe(3);
  });

  it('is nowhere without an address', async () => {
    expect(await new DemoNotice(answering('seed=3')).seedAt('not an address')).toBeNull();
  });

  it('passes everything through', async () => {
    const notice = new DemoNotice(answering('seed=3'));
    expect(await notice.send(request('http://127.0.0.1:4000'))).toMatchObject({ body: '{}' });
    expect(await notice.findRedirect(request('http://127.0.0.1:4000'))).toBe(
      'https://elsewhere.example',
    );
  });
});
