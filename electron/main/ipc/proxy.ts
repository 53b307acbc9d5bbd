import type { ProxySignIn } from '@core/proxy/proxy-sign-in';
import type { ProxyTest } from '@core/proxy/proxy-test';
import type { Session } from '@core/session/session';
import type { HandlersOf } from './registrar';

/** The sign-in at the proxy of this network. */
export function proxyHandlers(
  proxy: ProxySignIn,
  session: Pick<Session, 'authority'>,
  proxyTest: ProxyTest,
): HandlersOf<'proxy'> {
  return {
    'proxy.signIn': async (answer) => {
      await proxy.signIn(answer);
      // What the proxy held back goes on at once.
      session.authority()?.target.account.wakeLink();
    },
    'proxy.dismiss': () => {
      proxy.dismiss();
    },
    'proxy.test': (trial) => proxyTest.run(trial),
    'proxy.askAgain': () => {
      proxy.askAgain();
    },
  };
}
