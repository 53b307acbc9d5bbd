import { execFile } from 'node:child_process';
import { app } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logTo } from '@core/log';
import { claimLinks } from '@main/claim-links';

vi.mock('electron', () => ({ app: { setAsDefaultProtocolClient: vi.fn() } }));
vi.mock('node:child_process', () => ({ execFile: vi.fn() }));

const claim = vi.mocked(app.setAsDefaultProtocolClient);
const run = vi.mocked(execFile) as unknown as ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks the desktop on Linux, beside what main does and after the start', () => {
  claimLinks('fleetdesk', {
    platform: 'linux',
    variables: { CHROME_DESKTOP: 'fleetdesk.desktop' },
  });
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(claim).not.toHaveBeenCalled();
  const wanted = ['set', 'default-url-scheme-handler', 'fleetdesk', 'fleetdesk.desktop'];
  expect(run.mock.calls.map(([file, args]) => [file, args])).toEqual([['xdg-settings', wanted]]);
});

it('goes on where the desktop has no such program, and notes it', () => {
  const events: string[] = [];
  const end = logTo({ write: (_level, event) => events.push(event), hide: () => undefined });
  run.mockImplementation((...all: unknown[]) => {
    const done = all.at(-1) as (fault: Error) => void;
    done(Object.assign(new Error('spawn xdg-settings ENOENT'), { code: 'ENOENT' }));
  });
  claimLinks('fleetdesk', { platform: 'linux', variables: { CHROME_DESKTOP: 'f.desktop' } });
  vi.runAllTimers();
  expect(events).toEqual(['links.not-claimed']);
  end();
});

it.each([
  ['win32', 'f.desktop'],
  ['darwin', 'f.desktop'],
  ['linux', undefined],
] as const)('leaves it to Electron on %s with the entry %s', (platform, entry) => {
  claimLinks('fleetdesk', { platform, variables: entry ? { CHROME_DESKTOP: entry } : {} });
  vi.runAllTimers();
  expect(claim.mock.calls).toEqual([['fleetdesk']]);
  expect(run).not.toHaveBeenCalled();
});
