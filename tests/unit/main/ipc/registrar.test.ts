import { describe, expect, it, vi } from 'vitest';
import { channels, type ChannelName } from '@contract/channels';
import { FleetdeskError } from '@contract/errors';
import { registerHandlers, type Handlers } from '@main/ipc/registrar';
import { fakeEvent } from './fake-event';

/** The registrar on a fake `ipcMain`, with handlers that all refuse unless a test gives its own. */
function start(own: Partial<Handlers> = {}, isOurs = true) {
  const bound = new Map<string, (event: never, input: unknown) => unknown>();
  const onFault = vi.fn();
  const refusing = Object.fromEntries(
    Object.keys(channels).map((name) => [
      name,
      () => {
        throw new Error(`${name} was not expected`);
      },
    ]),
  ) as unknown as Handlers;
  registerHandlers({
    ipc: { handle: (channel, listener) => void bound.set(channel, listener) },
    handlers: { ...refusing, ...own },
    isOurs: () => isOurs,
    onFault,
  });
  const call = (channel: ChannelName, input?: unknown) =>
    bound.get(channel)?.(fakeEvent() as never, input);
  return { bound, call, onFault };
}

describe('the registrar', () => {
  it('binds every channel of the contract', () => {
    expect([...start().bound.keys()].sort()).toEqual(Object.keys(channels).sort());
  });

  it('answers what the handler answers, and tells it who calls', async () => {
    const signOut = vi.fn().mockResolvedValue({ phase: 'signed-out' });
    const { call } = start({ 'session.signOut': signOut });
    expect(await call('session.signOut')).toEqual({ ok: true, data: { phase: 'signed-out' } });
    expect(signOut).toHaveBeenCalledWith(undefined, { windowId: 7 });
  });

  it('hands over parsed input alone', async () => {
    const update = vi.fn().mockResolvedValue({});
    const { call } = start({ 'settings.update': update });
    await call('settings.update', { theme: 'dark', planted: true, __proto__: { theme: 'light' } });
    expect(update).toHaveBeenCalledWith({ theme: 'dark' }, { windowId: 7 });
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

  it.each([
    ['vehicles.card', '../../etc/passwd'],
    ['vehicles.card', undefined],
    ['live.refresh', { toString: 'x' }],
    ['app.openInBrowserMap', { latitude: 91, longitude: 0 }],
    ['app.openInBrowserMap', { latitude: 'javascript:alert(1)', longitude: 0 }],
    ['session.signIn', {}],
    ['session.startDemo', { vehicles: 1e9 }],
    ['events.subscribe', 'constructor'],
    ['app.copyText', 'x'.repeat(100_001)],
  ] satisfies [ChannelName, unknown][])('refuses %s with %j', async (channel, input) => {
    const { call, onFault } = start();
    expect(await call(channel, input)).toMatchObject({
      ok: false,
      error: { code: 'invalid-request' },
    });
    expect(onFault).not.toHaveBeenCalled();
  });

  it('turns an error of the union into a value', async () => {
    const error = { code: 'offline', message: 'No network.' } as const;
    const { call, onFault } = start({
      'session.signOut': () => {
        throw new FleetdeskError(error);
      },
    });
    expect(await call('session.signOut')).toEqual({ ok: false, error });
    expect(onFault).not.toHaveBeenCalled();
  });

  it('turns any other fault into an internal error, and reports it', async () => {
    const fault = new TypeError('undefined is not a function');
    const { call, onFault } = start({ 'session.signOut': () => Promise.reject(fault) });
    expect(await call('session.signOut')).toMatchObject({
      ok: false,
      error: { code: 'service-error', reason: 'internal' },
    });
    expect(onFault).toHaveBeenCalledWith('a fault in session.signOut', fault);
  });

  it('drops a call from a foreign page before it looks at the input', async () => {
    const signOut = vi.fn();
    const { call, onFault } = start({ 'session.signOut': signOut }, false);
    expect(await call('session.signOut')).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect(signOut).not.toHaveBeenCalled();
    expect(onFault).toHaveBeenCalledOnce();
  });
});
