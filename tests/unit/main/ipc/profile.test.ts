import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { ConnectionProfiles } from '@core/session/connection-profiles';
import { Connections } from '@core/session/connections';
import { profileHandlers } from '@main/ipc/profile';
import { madeConnection } from '../made-connection';
import { MemoryFiles } from '../memory-files';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-profile-'));
});
afterAll(() => rm(folder, { recursive: true }));

const context = { windowId: 7, signal: new AbortController().signal };
const chooseFile = vi.fn<(windowId: number) => Promise<string | null>>();
const chooseTarget = vi.fn<(windowId: number, name: string) => Promise<string | null>>();

let handlers: ReturnType<typeof profileHandlers>;
let id: string;

beforeEach(async () => {
  chooseFile.mockReset();
  chooseTarget.mockReset();
  const files = new MemoryFiles();
  const random = { fraction: () => 0.5, id: () => `id-${Math.random()}` };
  const clock = {} as ConstructorParameters<typeof Connections>[0]['clock'];
  const connections = new Connections({ files, clock, random });
  const session = { active: () => null, authority: () => null };
  const profiles = new ConnectionProfiles({
    ...{ connections, session, files, random },
    includesDevices: () => null,
  });
  const { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp } = madeConnection();
  const draft = {
    name: `${name} São Paulo`,
    baseUrl,
    timeZone,
    units,
    budgetShare,
    allowPlainHttp,
  };
  ({ id } = await connections.save(draft));
  handlers = profileHandlers({
    connections,
    profiles,
    profileDialogs: { chooseFile, chooseTarget },
  });
});

async function choose(name: string, content: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, content);
  chooseFile.mockResolvedValueOnce(file);
}

async function errorOf(work: unknown): Promise<AppError> {
  try {
    await work;
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It was not refused.');
}

describe('a profile file', () => {
  it('is chosen above the window that asks, read, and used after a yes', async () => {
    await choose('depot.json', '\uFEFF{"name": "Depot", "limits": {"perMinute": 80}}');
    const offer = await handlers['profile.import'](id, context);
    expect(chooseFile).toHaveBeenCalledWith(7);
    expect(offer).toMatchObject({ file: 'depot.json', host: 'fleet.example' });
    expect(await handlers['profile.view'](id, context)).toMatchObject({ isOwn: false });
    const view = await handlers['profile.accept'](offer?.offerId ?? '', context);
    expect(view).toMatchObject({ name: 'Depot', isOwn: true });
    expect(await handlers['profile.view'](id, context)).toEqual(view);
  });

  it('changes nothing where none was chosen', async () => {
    chooseFile.mockResolvedValueOnce(null);
    chooseTarget.mockResolvedValueOnce(null);
    expect(await handlers['profile.import'](id, context)).toBeNull();
    expect(await handlers['profile.export'](id, context)).toBeNull();
  });

  it('is refused with its name and the path of each wrong key', async () => {
    await choose('broken.json', '{"limits": {"perMinute": "all"}, "paging": {"firstPage": 7}}');
    const error = await errorOf(handlers['profile.import'](id, context));
    expect(error).toMatchObject({ code: 'file-unreadable', reason: 'profile-broken' });
    expect(error.message).toContain('broken.json');
    expect(error.fields?.map(({ path }) => path).sort()).toEqual([
      'limits.perMinute',
      'paging.firstPage',
    ]);
  });

  it('is refused where it is too large', async () => {
    await choose('film.json', 'x'.repeat(1024 * 1024 + 1));
    expect(await errorOf(handlers['profile.import'](id, context))).toMatchObject({
      code: 'file-unreadable',
      reason: 'too-large',
    });
  });

  it('is written whole, under a name that every system takes, and reads as the same', async () => {
    await choose('depot.json', '{"name": "Depot", "limits": {"perMinute": 80}}');
    const offer = await handlers['profile.import'](id, context);
    const before = await handlers['profile.accept'](offer?.offerId ?? '', context);
    const target = join(folder, 'exported.json');
    chooseTarget.mockResolvedValueOnce(target);
    expect(await handlers['profile.export'](id, context)).toBe('exported.json');
    expect(chooseTarget).toHaveBeenCalledWith(7, 'main-office-sao-paulo-profile.json');
    const written = JSON.parse(await readFile(target, 'utf8')) as Record<string, unknown>;
    expect(written).toMatchObject({ version: 1, name: 'Depot', limits: { perMinute: 80 } });
    expect(Object.keys(written)).toContain('operations');

    await handlers['profile.reset'](id, context);
    chooseFile.mockResolvedValueOnce(target);
    const again = await handlers['profile.import'](id, context);
    const view = await handlers['profile.accept'](again?.offerId ?? '', context);
    expect(view.differences).toEqual(before.differences);
  });

  it('is not written where nobody may, and that is said with its name', async () => {
    chooseTarget.mockResolvedValueOnce(join(folder, 'nowhere', 'exported.json'));
    const error = await errorOf(handlers['profile.export'](id, context));
    expect(error).toMatchObject({ code: 'file-unreadable' });
    expect(error.message).toContain('exported.json');
  });

  it('asks nobody for a place where there is no such connection', async () => {
    expect(
      await errorOf((async () => handlers['profile.export']('nobody', context))()),
    ).toMatchObject({ code: 'not-found' });
    expect(chooseTarget).not.toHaveBeenCalled();
  });
});

it('confirms the meaning of positions', async () => {
  expect(await handlers['profile.confirm'](id, context)).toMatchObject({
    tracking: { confirmed: true },
  });
});
