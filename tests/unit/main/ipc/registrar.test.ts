import { describe, expect, it, vi } from 'vitest';
import type { IpcMain } from 'electron';
import { cancelChannel } from '@contract/channel-names';
import { channels, type ChannelName } from '@contract/channels';
import { COPIED_AT_MOST } from '@contract/clipboard';
import { FleetdeskError } from '@contract/errors';
import { registerHandlers, type Handlers } from '@main/ipc/registrar';
import { fakeEvent } from './fake-event';

/** The registrar on a fake `ipcMain`, with handlers that all refuse unless a test gives its own. */
function start(own: Partial<Handlers> = {}, isOurs = true) {
  const bound = new Map<string, (event: never, input: unknown, callId?: unknown) => unknown>();
  let cancel: (event: never, callId: unknown) => void = () => undefined;
  const onFault = vi.fn();
  const refusing = Object.fromEntries(
    Object.keys(channels).map((name) => [
      name,
      () => {
        throw new Error(`${name} was not expected`);
      },
    ]),
  ) as unknown as Handlers;
  const ipc = {
    handle: (channel: string, listener: never) => void bound.set(channel, listener),
    on: (channel: string, listener: never) => {
      if (channel === cancelChannel) cancel = listener;
    },
  };
  const running = registerHandlers({
    ipc: ipc as unknown as Pick<IpcMain, 'handle' | 'on'>,
    handlers: { ...refusing, ...own },
    isOurs: () => isOurs,
    onFault,
  });
  const call = (channel: ChannelName, input?: unknown, callId?: unknown, windowId = 7) =>
    bound.get(channel)?.(fakeEvent({ windowId }) as never, input, callId);
  const withdraw = (callId: unknown, windowId = 7) => {
    cancel(fakeEvent({ windowId }) as never, callId);
  };
  return { bound, call, withdraw, running, onFault };
}

describe('the registrar', () => {
  it('binds every channel of the contract', () => {
    expect([...start().bound.keys()].sort()).toEqual(Object.keys(channels).sort());
  });

  it('answers what the handler answers, and tells it who calls', async () => {
    const retry = vi.fn().mockResolvedValue({ phase: 'signed-out' });
    const { call } = start({ 'session.retryKeychain': retry });
    expect(await call('session.retryKeychain')).toEqual({
      ok: true,
      data: { phase: 'signed-out' },
    });
    expect(retry).toHaveBeenCalledWith(undefined, {
      windowId: 7,
      signal: expect.any(AbortSignal) as AbortSignal,
    });
  });

  it('hands over parsed input alone', async () => {
    const update = vi.fn().mockResolvedValue({});
    const { call } = start({ 'settings.update': update });
    await call('settings.update', { theme: 'dark', planted: true, __proto__: { theme: 'light' } });
    expect(update).toHaveBeenCalledWith({ theme: 'dark' }, expect.anything());
  });

  it('refuses input that breaks the schema, with the path of the wrong key', async () => {
    const update = vi.fn();
    const { call } = start({ 'settings.update': update });
    expect(await call('settings.update', { listWidth: 'wide' })).toMatchObject({
      ok: false,
      error: { code: 'invalid-request', fields: [{ path: 'listWidth' }] },
    });
    expect(update).not.toHaveBeenCalled();
  });

  it('refuses a text that is too long by the name of its field, and says so as forms do', async () => {
    const { call } = start({ 'records.update': vi.fn() });
    const fields = { plate: '🚚'.repeat(10_001) };
    const input = { collection: 'vehicles', key: '000000000000001', fields };
    expect(await call('records.update', input)).toMatchObject({
      ok: false,
      error: {
        fields: [{ path: 'fields.plate', says: 'tooLong', values: { most: 10_000, n: 10_001 } }],
      },
    });
  });

  it.each([
    ['vehicles.card', '../../etc/passwd'],
    ['vehicles.card', undefined],
    ['live.refresh', { toString: 'x' }],
    ['app.openInBrowserMap', { latitude: 91, longitude: 0 }],
    ['app.openInBrowserMap', { latitude: 'javascript:alert(1)', longitude: 0 }],
    ['app.call', 'file:///etc/passwd'],
    ['app.call', '*#21#'],
    ['session.signIn', {}],
    ['session.startDemo', { vehicles: 1e9 }],
    ['events.subscribe', 'constructor'],
  ] satisfies [ChannelName, unknown][])('refuses %s with %j', async (channel, input) => {
    const { call, onFault } = start();
    expect(await call(channel, input)).toMatchObject({
      ok: false,
      error: { code: 'invalid-request' },
    });
    expect(onFault).not.toHaveBeenCalled();
  });

  it('refuses to copy more than the clipboard is given', async () => {
    const { call } = start();
    expect(await call('app.copyText', 'x'.repeat(COPIED_AT_MOST + 1))).toMatchObject({
      ok: false,
      error: { code: 'invalid-request' },
    });
  });

  it('turns an error of the union into a value', async () => {
    const error = { code: 'offline', message: 'No network.' } as const;
    const { call, onFault } = start({
      'session.retryKeychain': () => {
        throw new FleetdeskError(error);
      },
    });
    expect(await call('session.retryKeychain')).toEqual({ ok: false, error });
    expect(onFault).not.toHaveBeenCalled();
  });

  it('turns any other fault into an internal error, and reports it', async () => {
    const fault = new TypeError('undefined is not a function');
    const { call, onFault } = start({ 'session.retryKeychain': () => Promise.reject(fault) });
    expect(await call('session.retryKeychain')).toMatchObject({
      ok: false,
      error: { code: 'service-error', reason: 'internal' },
    });
    expect(onFault).toHaveBeenCalledWith('a fault in session.retryKeychain', fault);
  });

  it('drops a call from a foreign page before it looks at the input', async () => {
    const retry = vi.fn();
    const { call, onFault } = start({ 'session.retryKeychain': retry }, false);
    expect(await call('session.retryKeychain')).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect(retry).not.toHaveBeenCalled();
    expect(onFault).toHaveBeenCalledOnce();
  });
});

describe('a call that is no longer wanted', () => {
  const vehicleId = 'veh000000000001';
  const cancelled = { ok: false, error: { code: 'cancelled', message: 'No longer wanted.' } };

  /** A registrar whose cards never come, unless they are given up. */
  function startWaiting(isOurs = true) {
    const signals: AbortSignal[] = [];
    const card: Handlers['vehicles.card'] = (_id, { signal }) =>
      new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => {
          reject(new FleetdeskError(cancelled.error as never));
        });
      });
    return { signals, ...start({ 'vehicles.card': card }, isOurs) };
  }

  it('is given up when its page says so, and no other with it', async () => {
    const { call, withdraw, signals, onFault } = startWaiting();
    const first = call('vehicles.card', vehicleId, 1);
    void call('vehicles.card', vehicleId, 2);
    withdraw(1);
    expect(await first).toEqual(cancelled);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(onFault).not.toHaveBeenCalled();
  });

  it('is that of the same window alone', () => {
    const { call, withdraw, signals } = startWaiting();
    void call('vehicles.card', vehicleId, 1, 7);
    withdraw(1, 8);
    expect(signals[0]?.aborted).toBe(false);
  });

  it.each([undefined, null, '1', Number.NaN, {}, 2])('is not named by %s', (callId) => {
    const { call, withdraw, signals } = startWaiting();
    void call('vehicles.card', vehicleId, 1);
    void call('vehicles.card', vehicleId, callId === 2 ? 3 : callId);
    withdraw(callId);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it('is not withdrawn by a foreign page', () => {
    const own = startWaiting();
    void own.call('vehicles.card', vehicleId, 1);
    startWaiting(false).withdraw(1);
    expect(own.signals[0]?.aborted).toBe(false);
  });

  it('goes with its page, numbered or not', async () => {
    const { call, running, signals } = startWaiting();
    const calls = [call('vehicles.card', vehicleId, 1), call('vehicles.card', vehicleId)];
    void call('vehicles.card', vehicleId, 1, 8);
    running.forget(7);
    expect(await Promise.all(calls)).toEqual([cancelled, cancelled]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });

  it('leaves nothing behind, so that its number is free for the next page', async () => {
    const { call, running, withdraw, signals } = startWaiting();
    const first = call('vehicles.card', vehicleId, 1);
    running.forget(7);
    const second = call('vehicles.card', vehicleId, 1);
    await first;
    withdraw(1);
    expect(await second).toEqual(cancelled);
    expect(signals).toHaveLength(2);
  });
});
