import type { Session } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { electronNetwork } from '@adapters/http/electron-network';
import type { ElectronNet } from '@adapters/http/electron-request';

interface FakeSession {
  name: string;
  closeAllConnections: ReturnType<typeof vi.fn<() => Promise<void>>>;
}

function network() {
  const sessions: FakeSession[] = [];
  const openSession = (name: string): Session => {
    const closeAllConnections = vi.fn(() => Promise.resolve());
    const session: FakeSession = { name, closeAllConnections };
    sessions.push(session);
    return session as unknown as Session;
  };
  const net: ElectronNet = { request: vi.fn(), isOnline: () => true };
  const proxy = { credentialsFor: () => Promise.resolve(null) };
  const trust = { generation: 0 };
  return { net, sessions, trust, made: electronNetwork({ net, openSession, proxy, trust }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

describe('the way of a request', () => {
  it('begins with the end of all connections, each time', async () => {
    const { made, sessions } = network();
    for (let times = 1; times <= 3; times += 1) {
      const channel = await made.open('write', undefined);
      expect(sessions).toHaveLength(1);
      expect(sessions[0]?.closeAllConnections).toHaveBeenCalledTimes(times);
      channel.release();
    }
  });

  it('is a new session once other certificate authorities are trusted', async () => {
    const { made, sessions, trust } = network();
    (await made.open('write', undefined)).release();
    trust.generation = 1;
    (await made.open('write', undefined)).release();
    (await made.open('write', undefined)).release();
    expect(sessions.map(({ name }) => name)).toEqual(['service-writes', 'service-writes-1']);
    expect(sessions[1]?.closeAllConnections).toHaveBeenCalledTimes(2);
  });

  it('is one at a time for writes; reads go beside it, apart from each other', async () => {
    const { made, sessions } = network();
    const write = await made.open('write', undefined);
    const isNext = vi.fn();
    const next = made.open('write', undefined).then(isNext);
    await made.open('read', undefined);
    await made.open('read', undefined);
    expect(new Set(sessions.map(({ name }) => name)).size).toBe(3);
    expect(isNext).not.toHaveBeenCalled();
    write.release();
    await next;
    expect(isNext).toHaveBeenCalledOnce();
  });

  it('is not taken where connections stay open; the next request is free to try', async () => {
    const { made, sessions } = network();
    (await made.open('write', undefined)).release();
    sessions[0]?.closeAllConnections.mockReturnValueOnce(new Promise(() => undefined));
    const failing = expect(made.open('write', undefined)).rejects.toMatchObject({
      kind: 'offline',
      sent: 'no',
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await failing;
    await expect(made.open('write', undefined)).resolves.toBeDefined();
  });

  it('sends nothing that is no longer wanted when its turn comes', async () => {
    const { made, net } = network();
    const channel = await made.open('write', undefined);
    const init = { method: 'POST', body: '{}', signal: AbortSignal.abort() };
    await expect(channel.fetch('https://fleet.example/v2/vehicles', init)).rejects.toThrow(
      'aborted',
    );
    expect(net.request).not.toHaveBeenCalled();
  });
});
