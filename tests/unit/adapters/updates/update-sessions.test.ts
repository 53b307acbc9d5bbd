import type { Session } from 'electron';
import { expect, it, vi } from 'vitest';
import { OwnAuthorities } from '@adapters/certificates/own-authorities';
import { updateSessions } from '@adapters/updates/update-sessions';

function make() {
  const trust = new OwnAuthorities();
  const setCertificateVerifyProc = vi.fn();
  const onBeforeRequest = vi.fn();
  const open = vi.fn(
    () => ({ setCertificateVerifyProc, webRequest: { onBeforeRequest } }) as unknown as Session,
  );
  const sessions = updateSessions({ base: 'https://updates.example/', open, trust });
  return { trust, open, onBeforeRequest, setCertificateVerifyProc, sessions };
}

it('updates see an authority that was added after their first look', () => {
  const { trust, open, setCertificateVerifyProc, sessions } = make();
  expect(open).not.toHaveBeenCalled();
  const first = sessions.feeds();
  expect(sessions.feeds()).toBe(first);
  trust.use(['an authority']);
  expect(sessions.feeds()).not.toBe(first);
  expect(open.mock.calls).toEqual([['update-feeds'], ['update-feeds-1']]);
  expect(setCertificateVerifyProc).toHaveBeenCalledWith(trust.verify);
});

it('files of updates come through one session, which asks what is trusted from the start', () => {
  const { trust, open, setCertificateVerifyProc, onBeforeRequest, sessions } = make();
  const files = sessions.files();
  trust.use(['an authority']);
  expect(sessions.files()).toBe(files);
  expect(open.mock.calls).toEqual([['electron-updater']]);
  expect(setCertificateVerifyProc).toHaveBeenCalledExactlyOnceWith(trust.verify);
  expect(onBeforeRequest).toHaveBeenCalledOnce();
});
