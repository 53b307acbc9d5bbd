import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionsState } from '@contract/connections';
import { Feed } from '@core/feed';
import { OfferedConnections } from '@main/offered-connections';
import { madeConnection } from './made-connection';

let folder: string;
const feed = new Feed<ConnectionsState>('the test');
const state: ConnectionsState = {
  connections: [madeConnection()],
  preselected: null,
  setAside: null,
};
const offer = vi.fn();
const saved = {
  state: () => state,
  subscribe: (listener: (state: ConnectionsState) => void) => feed.subscribe(listener),
  offer,
};

let offered: OfferedConnections;

async function fileWith(content: string): Promise<string> {
  const file = join(folder, 'office.json');
  await writeFile(file, content);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-connections-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(() => {
  offer.mockReset();
  offered = new OfferedConnections({ connections: saved, settingsSetAside: null });
});

describe('the demo fleet of the command line', () => {
  const error = { code: 'service-error', reason: 'demo-failed', message: 'no port' } as const;

  it('that did not start is told until it does', () => {
    const heard: unknown[] = [];
    offered.subscribe(({ refusedDemo }) => heard.push(refusedDemo));
    offered.refuseDemo(error);
    expect(offered.state()).toEqual({ ...state, refusedDemo: error });
    offered.refuseDemo(null);
    expect(offered.state()).toEqual(state);
    expect(heard).toEqual([error, undefined]);
  });
});

describe('a connection file', () => {
  it('is offered', async () => {
    const content = { name: 'Depot', baseUrl: 'https://fleet.example/v2' };
    expect(await offered.offerFile(await fileWith(JSON.stringify(content)))).toBeNull();
    expect(offer).toHaveBeenCalledWith(content);
    expect(offered.state()).toEqual(state);
  });

  it.each([
    ['no JSON', 'name: Depot', []],
    ['a wrong key', '{"name": "Depot", "baseUrl": "https://a.example", "units": "m"}', ['units']],
    ['an unknown key', '{"name": "D", "baseUrl": "https://a.example", "tolken": 1}', ['tolken']],
    ['no address', '{"name": "Depot", "baseUrl": "fleet"}', ['baseUrl']],
    [
      'a broken profile',
      '{"name": "D", "baseUrl": "https://a.example", "profile": {"limits": {"perMinute": "x"}}}',
      ['profile.limits.perMinute'],
    ],
  ])('with %s is refused, and the windows are told why', async (_what, content, paths) => {
    const heard = vi.fn();
    offered.subscribe(heard);
    const file = await fileWith(content);
    const problem = await offered.offerFile(file);
    expect(problem).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
    expect(problem?.fields?.map(({ path }) => path)).toEqual(paths);
    expect(heard).toHaveBeenCalledExactlyOnceWith({
      ...state,
      refusedFile: { file, error: problem },
    });
    expect(offer).not.toHaveBeenCalled();
  });

  it('that is not there is refused', async () => {
    const file = join(folder, 'missing.json');
    expect(await offered.offerFile(file)).toMatchObject({ code: 'file-unreadable' });
    expect(offered.state().refusedFile?.file).toBe(file);
  });

  it('that is a folder is refused', async () => {
    expect(await offered.offerFile(folder)).toMatchObject({ code: 'file-unreadable' });
  });

  it('of a size that no connection has is refused', async () => {
    const file = await fileWith(`"${'x'.repeat(1024 * 1024)}"`);
    expect(await offered.offerFile(file)).toMatchObject({
      code: 'file-unreadable',
      reason: 'too-large',
    });
  });

  it('that can be used takes the complaint about an earlier one away', async () => {
    await offered.offerFile(await fileWith('{'));
    await offered.offerFile(await fileWith('{"name": "Depot", "baseUrl": "https://a.example"}'));
    expect(offered.state().refusedFile).toBeUndefined();
  });
});

describe('saved connections', () => {
  it('are passed on as they change', () => {
    const heard = vi.fn();
    offered.subscribe(heard);
    feed.publish(state);
    expect(heard).toHaveBeenCalledExactlyOnceWith(state);
  });

  it('tell of settings that were set aside, too', () => {
    offered = new OfferedConnections({
      connections: saved,
      settingsSetAside: 'settings.json.broken-1',
    });
    expect(offered.state().setAside).toBe('settings.json.broken-1');
  });
});
