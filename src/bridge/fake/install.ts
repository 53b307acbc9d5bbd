/*
 * Entry of `npm run dev:mocked` alone (tests/mocked.vite.config.ts puts it before the page's own
 * script): a fake main where the preload script would be. The address chooses what to look at, as
 * in `index.html?state=offline&locale=pt-BR&theme=dark`.
 */
import { createFakePreload } from '.';
import { fakeStateOf } from './states';

const isSignIn = window.location.pathname.endsWith('sign-in.html');
const search = new URLSearchParams(window.location.search);

Object.defineProperty(window, 'fleetdesk', {
  value: createFakePreload({
    moving: search.get('still') === null,
    latency: Number(search.get('latency') ?? 400),
    signedIn: !isSignIn,
    outbox: search.get('outbox') === 'empty' ? [] : 'every-state',
    ...fakeStateOf(search, isSignIn),
    onSession(session) {
      // As main does: the sign-in form's document is gone once somebody is signed in.
      const wanted = session.phase === 'signed-out' ? 'sign-in.html' : 'index.html';
      if (!window.location.pathname.endsWith(wanted)) window.location.href = `./${wanted}`;
    },
  }),
});
