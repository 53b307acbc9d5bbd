import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '@contract/errors';
import type { OutboxSnapshot } from '@contract/outbox';
import type { SessionState } from '@contract/session';
import { MockedMain } from '../../mocked-main/mocked-main';
import { endAll, talk } from '../../mocked-main/serve';
import {
  packMessage,
  unpackMessage,
  type FromMockedMain,
  type ToMockedMain,
} from '../../../src/bridge/wire';

afterEach(async () => {
  vi.restoreAllMocks();
  await endAll();
});

/** A page of `npm run dev:mocked`, without its browser. */
function open(search: string, page: 'index' | 'sign-in' = 'index') {
  const heard: FromMockedMain[] = [];
  const { hear, leave } = talk((text) => heard.push(unpackMessage(text) as FromMockedMain));
  const send = (message: ToMockedMain) => {
    hear(packMessage(message));
  };
  let last = 0;
  send({ kind: 'open', page, search });
  return {
    leave,
    heard,
    async call<T>(channel: string, input?: unknown): Promise<T> {
      const id = (last += 1);
      send({ kind: 'call', id, channel, input, callId: undefined });
      const answer = await vi.waitFor(
        () => {
          const found = heard.find((each) => each.kind === 'answer' && each.id === id);
          if (found?.kind !== 'answer') throw new Error(`${channel} was not answered.`);
          return found.answer as Result<T>;
        },
        { interval: 20 },
      );
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.data;
    },
  };
}

type Subscribed<T> = { snapshot: T };

it('a page that is loaded again finds what was done before', async () => {
  const first = open('?outbox=empty&vehicles=3');
  await first.call('settings.update', { theme: 'dark' });
  first.leave();
  const again = open('?outbox=empty&vehicles=3');
  const { snapshot } = await again.call<Subscribed<object>>('events.subscribe', 'settings');
  expect(snapshot).toMatchObject({ theme: 'dark' });
});

it('another address begins with another main process, in the state that it names', async () => {
  await open('?outbox=empty&vehicles=3').call('settings.update', { theme: 'dark' });
  const page = open('?state=expired&vehicles=20');
  const session = await page.call<Subscribed<SessionState>>('events.subscribe', 'session');
  expect(session.snapshot).toMatchObject({ phase: 'expired', username: expect.any(String) });
  const settings = await page.call<Subscribed<object>>('events.subscribe', 'settings');
  expect(settings.snapshot).not.toMatchObject({ theme: 'dark' });
  const outbox = await page.call<Subscribed<OutboxSnapshot>>('events.subscribe', 'outbox');
  const troubles = outbox.snapshot.entries.map(({ trouble }) => trouble?.kind ?? null);
  expect(troubles).toEqual(expect.arrayContaining(['refused', 'conflict', 'uncertain']));
});

describe('a main process that could not be started', () => {
  const broken = '?outbox=empty&vehicles=3';

  function failToStart() {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    return vi.spyOn(MockedMain.prototype, 'signIn').mockRejectedValueOnce(new Error('no store'));
  }

  it('answers every call of its page with the reason', async () => {
    failToStart();
    const page = open(broken);
    await expect(page.call('app.info')).rejects.toThrow('no store');
    await expect(page.call('app.info')).rejects.toThrow('no store');
  });

  it('is started again by the next page of the same address, or another one', async () => {
    failToStart();
    await expect(open(broken).call('app.info')).rejects.toThrow('no store');
    await expect(open(broken).call('app.info')).resolves.toHaveProperty('version');
    failToStart();
    await expect(open('?outbox=empty&vehicles=4').call('app.info')).rejects.toThrow('no store');
    await expect(open(broken).call('app.info')).resolves.toHaveProperty('version');
  });
});

it('a page that leaves before its main has started hears nothing of it', async () => {
  const search = '?outbox=empty&vehicles=3';
  const early = open(search);
  early.leave();
  const page = open(search);
  await page.call('events.subscribe', 'settings');
  await page.call('settings.update', { theme: 'dark' });
  await vi.waitFor(() => {
    expect(page.heard).toContainEqual(expect.objectContaining({ kind: 'event' }));
  });
  expect(early.heard).toEqual([]);
});

it('who signs out is shown the sign-in page', async () => {
  const page = open('?outbox=empty&vehicles=3');
  await page.call('session.signOut', { unsent: 'discard', erase: false });
  await vi.waitFor(() => {
    expect(page.heard).toContainEqual({ kind: 'show', page: 'sign-in' });
  });
});
