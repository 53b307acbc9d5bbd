import { expect, it } from 'vitest';
import { testConnection } from '@core/session/test-connection';
import { errorOf } from '../error-of';
import { House, signIn } from './house';

it('a second request that can not be written down gives its slot back', async () => {
  const house = await House.open();
  const { clock, files, transport, budget, connections } = house;
  transport.script = () => {
    files.writeFault = new Error('disk full');
    return { failure: 'redirect' };
  };
  const { baseUrl, allowPlainHttp } = signIn.connection;
  const { publicKey } = signIn;
  const tested = testConnection(
    { baseUrl, allowPlainHttp, publicKey },
    { clock, files, transport, budget, connections },
  );
  expect(await house.end(errorOf(tested))).toMatchObject({ code: 'file-unreadable' });
  files.writeFault = null;
  await clock.advance(120_000);
  const terms = { perMinute: 50, share: null, history: 'new' } as const;
  const account = await budget.account({ origin: 'https://fleet.example', publicKey }, terms);
  expect(account.state().used).toBe(0);
});
