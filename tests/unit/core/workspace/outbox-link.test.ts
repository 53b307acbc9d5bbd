import { describe, expect, it } from 'vitest';
import type { SessionState } from '@contract/session';
import { Feed } from '@core/feed';
import { workOfflineError } from '@core/service/work-offline';
import { outboxLink } from '@core/workspace/build-workspace';

type LinkState = SessionState['link']['state'];

function stateOf(
  phase: SessionState['phase'],
  link: LinkState,
  error: SessionState['link']['error'] = null,
): SessionState {
  return {
    phase,
    keychain: 'present',
    place: 'keychain',
    connection: null,
    username: 'ana',
    link: { state: link, since: null, lastAnswerAt: null, error },
  };
}

const lineDown = { code: 'offline', message: 'No network.' } as const;

describe('session and line, as the outbox sees them', () => {
  it.each([
    [stateOf('signed-in', 'online'), 'online'],
    // Whether the line is there shows only where it is tried.
    [stateOf('signed-in', 'unknown'), 'online'],
    [stateOf('signed-in', 'offline', lineDown), 'offline'],
    [stateOf('signed-in', 'offline', workOfflineError), 'workOffline'],
    [stateOf('expired', 'online'), 'signedOut'],
    [stateOf('expired', 'offline', workOfflineError), 'signedOut'],
    [stateOf('signing-in', 'online'), 'signedOut'],
  ])('%o', (state, expected) => {
    const session = { state: () => state, subscribe: () => () => undefined };
    expect(outboxLink(session).state()).toBe(expected);
  });

  it('are told when they change, and not with every answer', () => {
    const feed = new Feed<SessionState>('the test');
    let state = stateOf('signed-in', 'online');
    const link = outboxLink({ state: () => state, subscribe: (each) => feed.subscribe(each) });
    let news = 0;
    const release = link.subscribe(() => (news += 1));
    const become = (next: SessionState) => {
      state = next;
      feed.publish(next);
    };
    become(stateOf('signed-in', 'online'));
    expect(news).toBe(0);
    become(stateOf('signed-in', 'offline', lineDown));
    become(stateOf('signed-in', 'offline', lineDown));
    expect(news).toBe(1);
    become(stateOf('expired', 'offline', lineDown));
    expect(news).toBe(2);
    release();
    become(stateOf('signed-in', 'online'));
    expect(news).toBe(2);
  });
});
