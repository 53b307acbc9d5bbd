import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveElectron } from '../../../electron/runtime/electron-binary.mjs';

type Sources = NonNullable<Parameters<typeof resolveElectron>[0]>;

/** Sources of which nothing is to be had, except what a test puts in. */
function sources(overrides: Partial<Sources> = {}) {
  return {
    findNamed: vi.fn(() => undefined),
    findInstalled: vi.fn(() => undefined),
    fetchOfficial: vi.fn(async () => ({ reason: 'the makers could not be reached' })),
    findCopy: vi.fn(async () => undefined),
    prepareCopy: vi.fn(async () => '/cache/electron'),
    exclusively: <T>(work: () => Promise<T>) => work(),
    platform: 'linux-x64',
    ...overrides,
  };
}

describe('resolving Electron', () => {
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });

  it('takes the named one before all others, without a look at them', async () => {
    const given = sources({ findNamed: () => '/named/electron', findInstalled: () => '/x' });
    expect(await resolveElectron(given)).toEqual({
      executable: '/named/electron',
      source: 'named',
    });
    expect(given.fetchOfficial).not.toHaveBeenCalled();
  });

  it('takes the installed one next, without the network', async () => {
    const given = sources({ findInstalled: () => '/package/electron' });
    expect((await resolveElectron(given)).source).toBe('installed');
    expect(given.fetchOfficial).not.toHaveBeenCalled();
  });

  it('fetches the official release before it looks at a copy', async () => {
    const given = sources({ fetchOfficial: async () => ({ executable: '/official/electron' }) });
    expect((await resolveElectron(given)).executable).toBe('/official/electron');
    expect(given.findCopy).not.toHaveBeenCalled();
  });

  it('takes a finished copy, and prepares none then', async () => {
    const given = sources({ findCopy: async () => '/cache/electron' });
    expect(await resolveElectron(given)).toEqual({
      executable: '/cache/electron',
      source: 'copy',
      reason: 'the makers could not be reached',
    });
    expect(given.prepareCopy).not.toHaveBeenCalled();
  });

  it('prepares a copy as the last resort, within the lock', async () => {
    const order: string[] = [];
    const given = sources({
      exclusively: async (work) => {
        order.push('lock');
        const result = await work();
        order.push('unlock');
        return result;
      },
      prepareCopy: async () => {
        order.push('prepare');
        return '/cache/electron';
      },
    });
    expect((await resolveElectron(given)).executable).toBe('/cache/electron');
    expect(order).toEqual(['lock', 'prepare', 'unlock']);
  });

  it('takes what another run has installed while it waited', async () => {
    const findInstalled = vi
      .fn<() => string | undefined>()
      .mockReturnValueOnce(undefined)
      .mockReturnValue('/package/electron');
    const given = sources({ findInstalled });
    expect((await resolveElectron(given)).source).toBe('installed');
    expect(given.fetchOfficial).not.toHaveBeenCalled();
  });

  it.each(['darwin-arm64', 'win32-x64', 'linux-arm64'])(
    'has no copy for %s, and says what to do',
    async (platform) => {
      const given = sources({ platform });
      await expect(resolveElectron(given)).rejects.toMatchObject({
        message: `There is no Electron for this machine (${platform}): the makers could not be reached.`,
        remedy: expect.stringContaining('ELECTRON_OVERRIDE_DIST_PATH'),
      });
      expect(given.prepareCopy).not.toHaveBeenCalled();
    },
  );
});
