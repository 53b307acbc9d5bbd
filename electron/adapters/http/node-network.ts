import type { Channel, Network } from './axios-transport';

const channel: Channel = {
  fetch: (input, init) => fetch(input, init),
  findRedirect: async (url, headers, signal) => {
    const answer = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    await answer.body?.cancel();
    const place = answer.headers.get('location');
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return isRedirect && place !== null ? new URL(place, url).href : null;
  },
  release: () => undefined,
};

/** Node's own network stack: for tests and for what runs without Electron. It repeats nothing. */
export const nodeNetwork: Network = {
  open: () => Promise.resolve(channel),
  isOffline: () => false,
};
