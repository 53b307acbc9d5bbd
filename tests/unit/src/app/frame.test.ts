import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import App from '@/App.vue';
import { setLocale } from '@/i18n/i18n';
import { useOverlays } from '@/app/overlays';
import { usePositionsStore } from '@/app/stores/positions-store';
import { useSessionStore } from '@/app/stores/session-store';
import { takeAskedConnection } from '@/app/next-connection';
import { officeConnections, officeSession } from '../../../mocked-main/office/connections';
import type { OfficeOptions } from '../../../mocked-main/office';
import { axeFaults, control, render, settled, textOnPage, type } from '../render';

const now = Date.UTC(2026, 10, 25, 17, 2, 31);
const [office] = officeConnections(now);
if (!office) throw new Error('no connection');
const online = officeSession(office, now);

function press(key: string, init: KeyboardEventInit = {}): void {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

async function frame(office: OfficeOptions = {}) {
  vi.setSystemTime(now);
  const wrapper = await render(App, { office: { now: () => now, ...office } });
  await flushPromises();
  return wrapper;
}

/** As the live map does; the screen on show is the map. */
async function lookAtVehicles(at: number): Promise<void> {
  usePositionsStore().lookedAt = at;
  await flushPromises();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  for (const overlay of ['palette', 'keys', 'sign-out', 'switch-connection'] as const) {
    useOverlays().set(overlay, false);
  }
  return () => {
    vi.useRealTimers();
  };
});

describe('the frame', () => {
  it('has no fault that axe finds', async () => {
    await frame();
    expect(await axeFaults()).toEqual([]);
  });

  it('marks the current screen and names it in title bar and window', async () => {
    await frame();
    expect(control('Map', 'nav a').getAttribute('aria-current')).toBe('page');
    expect(document.querySelector('h1')?.textContent).toBe('Map');
    expect(document.title).toBe('Map · Fleetdesk');
  });

  it.each([
    ['a click in the rail', () => control('Vehicles', 'nav a').click()],
    ['its key', () => press('3', { ctrlKey: true })],
  ])('leaves a screen as it is after %s', async (_, go) => {
    const at = '/vehicles?type=bus&record=veh000000000005';
    const wrapper = await render(App, { at, office: { now: () => now } });
    await flushPromises();
    const { currentRoute } = wrapper.vm.$router;
    go();
    await flushPromises();
    expect(currentRoute.value.fullPath).toBe(at);
    control('Devices', 'nav a').click();
    await flushPromises();
    expect(currentRoute.value.fullPath).toBe('/devices');
  });

  it('says how it stands with the service', async () => {
    await frame({
      session: online,
      budget: {
        used: 37,
        queued: 3,
        pausedUntil: now + 29_000,
        pause: 'rate-limited',
      },
    });
    await lookAtVehicles(now);
    const status = document.querySelector('footer')?.textContent.replace(/\s+/g, ' ') ?? '';
    expect(status).toContain('online');
    expect(status).toContain('data as of 14:02:31 GMT-3');
    expect(status).toContain('37/48 requests a minute');
    expect(status).toContain('3 queued');
    expect(status).toContain('paused until 14:03:00');
    const roles = [...document.querySelectorAll('footer [role=status]')];
    expect(roles.map((each) => each.textContent.trim())).toContain('online');
    const budget = document.querySelector('footer button');
    expect(budget?.getAttribute('aria-label')).toBe('37/48 requests a minute');
  });

  it('says that requests of other copies are not counted', async () => {
    await frame({ session: online, budget: { isShared: false } });
    const budget = document.querySelector('footer button');
    expect(budget?.getAttribute('aria-label')).toContain(
      'it doesn’t count the requests of other copies of Fleetdesk',
    );
    expect(await axeFaults()).toEqual([]);
  });

  it('says offline with time and age of the data, and that it tries again', async () => {
    await frame({
      session: {
        ...online,
        link: {
          state: 'offline',
          since: now - 240_000,
          lastAnswerAt: now - 240_000,
          error: { code: 'offline', message: 'ENETUNREACH' },
        },
      },
    });
    await lookAtVehicles(now - 250_000);
    expect(textOnPage()).toContain('Offline since 13:58');
    expect(textOnPage()).toContain('What you see is from 13:58:21 GMT-3');
    expect(textOnPage()).toContain('keeps trying');
  });

  it('says that the script of the proxy fails, and leads to its setting', async () => {
    const { vm } = await frame({
      session: {
        ...online,
        link: {
          state: 'offline',
          since: now - 240_000,
          lastAnswerAt: now - 240_000,
          error: { code: 'offline', reason: 'proxy-script', message: 'ERR_MANDATORY_PROXY' },
        },
      },
    });
    expect(textOnPage()).toContain('Fleetdesk never bypasses the proxy');
    control('Proxy settings').click();
    await flushPromises();
    expect(vm.$route.path).toBe('/settings/network');
  });

  it.each([
    ['memory', { place: 'memory', keychain: 'unavailable' }, 'kept in memory only'],
    ['a locked keychain', { keychain: 'locked' }, 'The keychain is locked'],
    ['an unreadable entry', { keychain: 'unreadable' }, 'entry can’t be read'],
  ] as const)('says so of %s', async (_, change, words) => {
    await frame({ session: { ...online, ...change } });
    expect(textOnPage().replaceAll("'", '’')).toContain(words);
  });

  it('lets a note of the memory session be put away', async () => {
    await frame({ session: { ...online, place: 'memory' } });
    control('Hide this note').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('kept in memory only');
  });

  it('tells of a settings file that was set aside, until that is put away', async () => {
    await frame({ connections: { setAside: 'connections.broken-1.json' } });
    expect(textOnPage()).toContain('saved as connections.broken-1.json');
    control('Hide this note').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('connections.broken-1.json');
  });

  it('has words of its own for the demo fleet, and no note of its memory', async () => {
    await frame({
      session: {
        ...online,
        place: 'memory',
        connection: { ...office, isDemo: true, name: 'Demo' },
      },
    });
    expect(control('Connection Demo fleet')).toBeDefined();
    expect(textOnPage()).not.toContain('kept in memory only');
  });

  it('changes its language at once', async () => {
    await frame();
    setLocale('pt-BR');
    await flushPromises();
    expect(document.querySelector('h1')?.textContent).toBe('Mapa');
    expect(document.documentElement.lang).toBe('pt-BR');
  });
});

describe('an expired session', () => {
  it('lets Tab lead out of its sheet, on to the page', async () => {
    await frame({ session: { ...online, phase: 'expired' } });
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-beside] button')];
    const last = buttons.at(-1);
    last?.focus();
    expect(document.activeElement).toBe(last);
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
    last?.dispatchEvent(tab);
    expect(tab.defaultPrevented).toBe(false);
  });

  it('takes the focus, but not from somebody who is typing', async () => {
    await frame({ session: online });
    const session = useSessionStore();
    const expire = async (phase: 'expired' | 'signed-in') => {
      session.$patch({ state: { ...online, phase } });
      await flushPromises();
    };
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await expire('expired');
    expect(textOnPage()).toContain('Your session has expired');
    expect(document.activeElement).toBe(field);
    await expire('signed-in');
    field.remove();
    await expire('expired');
    expect(document.activeElement).toBe(control('Password', 'input'));
  });

  it('asks for the password in place and goes on', async () => {
    const wrapper = await frame({ session: { ...online, phase: 'expired' } });
    expect(textOnPage()).toContain('Your session has expired');
    expect(wrapper.text()).toContain('map screen');
    control('Sign in').click();
    await flushPromises();
    expect(textOnPage()).toContain('Enter your password.');
    type('Password', 'secret');
    await flushPromises();
    control('Sign in').click();
    await settled();
    expect(textOnPage()).not.toContain('Your session has expired');
  });

  it('keeps the password through a refusal and shows the service’s words as text', async () => {
    await frame({
      session: { ...online, phase: 'expired' },
      faults: {
        'session.renew': {
          code: 'unauthenticated',
          reason: 'refused',
          message: 'refused',
          serviceMessage: '<img src=x onerror=alert(1)>',
        },
      },
    });
    type('Password', 'wrong');
    await flushPromises();
    control('Sign in').click();
    await flushPromises();
    expect(document.querySelector('[role=alert]')?.textContent).toContain('<img src=x');
    expect(document.querySelector('[role=alert] img')).toBeNull();
    expect(document.querySelector<HTMLInputElement>('input')?.value).toBe('wrong');
  });
});

describe('overlays', () => {
  it('list the keys on ?', async () => {
    await frame();
    press('?', { shiftKey: true });
    await flushPromises();
    expect(textOnPage()).toContain('Keyboard shortcuts');
    expect(textOnPage()).toContain('Ctrl');
    const lines = [...document.querySelectorAll('[role=dialog] dt')].map((dt) => dt.textContent);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('ask before signing out', async () => {
    const onSession = vi.fn();
    await frame({ onSession });
    useOverlays().open('sign-out');
    await flushPromises();
    expect(textOnPage()).toContain('Sign out of Transportes Vila Clara?');
    expect(onSession).not.toHaveBeenCalled();
    control('Sign out').click();
    await settled();
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ phase: 'signed-out' }));
  });

  it.each([
    ['Sign out…', 'Sign out of Transportes Vila Clara?'],
    ['Switch connection…', 'Switch connection'],
  ])('opened from the menu by %s give the focus back to its button', async (item, title) => {
    await frame();
    const button = control('Connection Transportes Vila Clara');
    button.focus();
    button.click();
    await flushPromises();
    control(item, '[role=dialog] button').click();
    const dialog = () =>
      [...document.querySelectorAll('[role=dialog]')].find(({ textContent }) =>
        textContent.includes(title),
      );
    await vi.waitUntil(() => dialog()?.querySelector('h2'));
    control('Close', '[role=dialog] button').click();
    await vi.waitUntil(() => document.querySelector('[role=dialog]') === null);
    await vi.waitUntil(() => document.activeElement !== document.body);
    expect(document.activeElement).toBe(button);
  });

  it('say what went wrong once, and leave no word of a switch that failed', async () => {
    await frame({ faults: { 'session.signOut': { code: 'timeout', message: 'no answer' } } });
    const overlays = useOverlays();
    overlays.open('switch-connection');
    await flushPromises();
    control('Filial Norte').click();
    await flushPromises();
    expect(textOnPage()).toContain('The service did not answer in time.');
    expect(takeAskedConnection()).toBeUndefined();
    for (const overlay of ['switch-connection', 'sign-out'] as const) {
      overlays.set(overlay, false);
      await flushPromises();
      overlays.open(overlay);
      await flushPromises();
      expect(textOnPage()).not.toContain('The service did not answer in time.');
    }
  });

  it('leave word of the connection to switch to', async () => {
    await frame();
    useOverlays().open('switch-connection');
    await flushPromises();
    control('Filial Norte').click();
    await flushPromises();
    expect(takeAskedConnection()).toBe('filial-norte');
    expect(takeAskedConnection()).toBeUndefined();
  });
});
