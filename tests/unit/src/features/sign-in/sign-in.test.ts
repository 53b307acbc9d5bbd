import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { askForConnection } from '@/app/next-connection';
import { setLocale } from '@/app/i18n';
import type { FakeOptions } from '@/bridge/fake';
import { fakeConnections, signedOut } from '@/bridge/fake/office';
import Page from '@/features/sign-in/Page.vue';
import { axeFaults, control, render, textOnPage, type, valueOf } from '../../render';

const newcomer = { connections: { connections: [], preselected: null } } satisfies FakeOptions;

async function page(fake: FakeOptions = {}) {
  const wrapper = await render(Page, { fake: { signedIn: false, ...fake } });
  await flushPromises();
  return wrapper;
}

async function press(name: string): Promise<void> {
  control(name).click();
  await flushPromises();
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) type(label, text);
  await flushPromises();
}

const whole = {
  'Base URL': 'https://fleet.example.com/v2',
  Username: 'ana',
  Password: 'secret',
};

describe('the sign-in page', () => {
  it.each([
    ['of a newcomer', newcomer],
    ['with saved connections', {}],
    ['without a keychain', { session: { keychain: 'unavailable' } }],
    [
      'whose connection is lost',
      { ...newcomer, session: { keychain: 'present', place: 'keychain', isConnectionLost: true } },
    ],
    ['under a passphrase', { session: { keychain: 'unavailable', place: 'passphrase' } }],
  ] satisfies [string, FakeOptions][])('%s has no fault that axe finds', async (_, fake) => {
    await page(fake);
    expect(await axeFaults()).toEqual([]);
  });

  it('has the fields and buttons that everything else counts on', async () => {
    await page(newcomer);
    for (const name of ['Base URL', 'Public key', 'Username', 'Password']) {
      expect(control(name, 'input')).toBeInstanceOf(HTMLInputElement);
    }
    for (const name of ['Try the demo fleet', 'Sign in', 'Test connection']) {
      expect(control(name, 'button')).toBeDefined();
    }
    expect(document.activeElement).toBe(control('Base URL', 'input'));
  });

  it('speaks another language as soon as it is chosen', async () => {
    await page(newcomer);
    setLocale('es');
    await flushPromises();
    expect(control('Probar la flota de demostración')).toBeDefined();
    setLocale('en');
  });
});

describe('a new connection', () => {
  it('is signed in with everything that was typed, named after its host', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    await fill({ ...whole, 'Public key': ' key-1 ' });
    await press('Sign in');
    expect(onSession).toHaveBeenCalledWith(
      expect.objectContaining({ phase: 'signed-in', username: 'ana', place: 'keychain' }),
    );
    const [[session]] = onSession.mock.calls as [[{ connection: unknown }]];
    expect(session.connection).toMatchObject({
      name: 'fleet.example.com',
      baseUrl: 'https://fleet.example.com/v2',
      units: 'km/h',
      budgetShare: null,
    });
  });

  it('says at each field what is missing, and goes to the first', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    await press('Sign in');
    for (const words of [
      'Enter the address of the service.',
      'Enter your user name.',
      'Enter your password.',
    ]) {
      expect(textOnPage()).toContain(words);
    }
    expect(document.activeElement).toBe(control('Base URL', 'input'));
    expect(onSession).not.toHaveBeenCalled();
  });

  it.each([
    ['ftp://fleet.example.com', 'has to begin with https://'],
    ['https://ana:secret@fleet.example.com', 'Leave user name and password out'],
    ['https://fleet.example.com/?a=1', 'from ? or # on'],
    ['https://', 'not a complete address'],
  ])('checks the address %s as it is typed, after the first blur', async (address, words) => {
    await page(newcomer);
    await fill({ 'Base URL': address });
    expect(textOnPage()).not.toContain(words);
    control('Base URL', 'input').dispatchEvent(new Event('blur'));
    await flushPromises();
    expect(textOnPage()).toContain(words);
    await fill({ 'Base URL': 'https://fleet.example.com' });
    expect(textOnPage()).not.toContain(words);
  });

  it('says where a public key holds what no header carries, before anything is sent', async () => {
    await page(newcomer);
    await fill({ ...whole, 'Public key': 'chave-ключ' });
    expect(textOnPage()).toContain('It holds a character that no key can have.');
    await press('Sign in');
    expect(document.activeElement).toBe(control('Public key', 'input'));
    await fill({ 'Public key': 'abc-123' });
    expect(textOnPage()).not.toContain('It holds a character that no key can have.');
  });

  it('needs consent for plain HTTP to another machine', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    await fill({ ...whole, 'Base URL': 'http://10.0.0.5:8080' });
    await press('Sign in');
    expect(onSession).not.toHaveBeenCalled();
    control('Connect to 10.0.0.5:8080 without encryption', '[role=checkbox]').click();
    await flushPromises();
    await press('Sign in');
    expect(onSession).toHaveBeenCalledWith(
      expect.objectContaining({
        connection: expect.objectContaining({ allowPlainHttp: true }) as unknown,
      }),
    );
  });

  it('takes an address without its scheme', async () => {
    await page(newcomer);
    await fill({ 'Base URL': 'fleet.example.com' });
    control('Base URL', 'input').dispatchEvent(new Event('change'));
    await flushPromises();
    expect(valueOf('Base URL')).toBe('https://fleet.example.com');
  });
});

describe('testing a connection', () => {
  it('says how long the answer took', async () => {
    await page(newcomer);
    await fill({ 'Base URL': 'https://fleet.example.com' });
    await press('Test connection');
    expect(textOnPage()).toContain('The service answers (132 ms)');
    await fill({ 'Base URL': 'https://fleet.example.org' });
    expect(textOnPage()).not.toContain('The service answers');
  });

  it('offers the address that a redirect names', async () => {
    await page(newcomer);
    await fill({ 'Base URL': 'https://moved.example.com' });
    await press('Test connection');
    expect(textOnPage()).toContain('https://fleet.example/v2');
    await press('Use this address');
    expect(valueOf('Base URL')).toBe('https://fleet.example/v2');
  });

  it('shows what went wrong beside the address', async () => {
    await page({
      ...newcomer,
      faults: {
        'connections.test': { code: 'bad-response', reason: 'html', message: 'text/html' },
      },
    });
    await fill({ 'Base URL': 'https://fleet.example.com' });
    await press('Test connection');
    expect(document.querySelector('.test [role=alert]')?.textContent).toContain('text/html');
  });
});

describe('a refused sign-in', () => {
  it('keeps what was typed and goes back to the password', async () => {
    await page({
      ...newcomer,
      faults: {
        'session.signIn': {
          code: 'unauthenticated',
          reason: 'refused-or-fault',
          message: 'HTTP 500',
          serviceMessage: 'Unauthorized',
        },
      },
    });
    await fill(whole);
    await press('Sign in');
    expect(textOnPage()).toContain('The service says: Unauthorized');
    for (const [label, text] of Object.entries(whole)) expect(valueOf(label)).toBe(text);
    expect(document.activeElement).toBe(control('Password', 'input'));
  });

  it('offers the new address where the service redirects', async () => {
    await page({
      ...newcomer,
      faults: {
        'session.signIn': {
          code: 'bad-response',
          reason: 'redirect',
          message: 'HTTP 301',
          redirectTo: 'https://new.example.com/v2',
        },
      },
    });
    await fill(whole);
    await press('Sign in');
    await press('Use this address');
    expect(valueOf('Base URL')).toBe('https://new.example.com/v2');
    expect(valueOf('Password')).toBe('secret');
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});

describe('saved connections', () => {
  it('show the preselected one, ready for its password', async () => {
    await page();
    expect(valueOf('Username')).toBe('ana.carvalho');
    expect(document.activeElement).toBe(control('Password', 'input'));
    expect(control('Transportes', '[role=radio]').getAttribute('aria-checked')).toBe('true');
  });

  it('keep what was typed while another is looked at', async () => {
    await page();
    await fill({ Password: 'typed', 'Public key': 'key' });
    await press('Filial Norte');
    expect(valueOf('Username')).toBe('despacho');
    expect(valueOf('Password')).toBe('');
    control('Transportes', '[role=radio]').click();
    await flushPromises();
    expect(valueOf('Password')).toBe('typed');
  });

  it('open with the one that was asked for in the frame', async () => {
    askForConnection('filial-norte');
    await page();
    expect(valueOf('Username')).toBe('despacho');
  });

  it('can be edited in place', async () => {
    await page();
    await press('Edit Filial Norte');
    type('Name', 'Norte');
    await flushPromises();
    await press('Save');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(control('Norte', '[role=radio]').getAttribute('aria-checked')).toBe('true');
  });

  it('are removed only after a question', async () => {
    await page();
    await press('Remove Filial Norte');
    expect(textOnPage()).toContain('Remove Filial Norte?');
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(3);
    await press('Remove');
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(2);
  });
});

describe('the demo fleet', () => {
  it('starts with nothing filled in', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    await press('Try the demo fleet');
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ phase: 'signed-in' }));
  });

  it('says so where it could not start, and can be tried again', async () => {
    await page({
      ...newcomer,
      faults: {
        'session.startDemo': {
          code: 'service-error',
          reason: 'demo-failed',
          message: 'EADDRINUSE',
        },
      },
    });
    await press('Try the demo fleet');
    expect(document.querySelector('.demo [role=alert]')?.textContent).toContain('EADDRINUSE');
    expect(control('Try the demo fleet').getAttribute('aria-busy')).toBeNull();
  });
});

describe('the keychain', () => {
  it('that is locked can be tried again', async () => {
    await page({ session: { ...signedOut, keychain: 'locked' } });
    expect(textOnPage()).toContain('Your keychain is locked');
    await press('Try again');
    expect(control('Try again').getAttribute('aria-busy')).toBeNull();
  });

  it('that cannot be read is said to be replaced by signing in', async () => {
    await page({ session: { keychain: 'unreadable' } });
    expect(textOnPage()).toContain('The saved session can’t be read');
  });

  it('that is missing leaves the choice between passphrase and memory', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, session: { keychain: 'unavailable' }, onSession });
    await fill({ ...whole, Passphrase: 'short' });
    await press('Sign in');
    expect(onSession).not.toHaveBeenCalled();
    expect(textOnPage()).toContain('Use at least 8 characters.');
    control('In memory only', '[role=radio]').click();
    await flushPromises();
    await press('Sign in');
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ place: 'memory' }));
  });

  it('with a passphrase opens the session by it, or by the password', async () => {
    const onSession = vi.fn();
    const [connection = null] = fakeConnections(0);
    await page({ onSession, session: { place: 'passphrase', connection } });
    expect(document.activeElement).toBe(control('Passphrase', 'input'));
    await press('Unlock');
    expect(textOnPage()).toContain('Enter your passphrase.');
    await fill({ Passphrase: 'long enough' });
    await press('Unlock');
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ phase: 'signed-in' }));
  });
});

describe('a broken file of connections', () => {
  it('is told by name, with what to do', async () => {
    await page({
      connections: { connections: [], preselected: null, setAside: 'connections.broken.json' },
    });
    expect(textOnPage()).toContain('set aside as connections.broken.json');
  });
});

describe('a connection file', () => {
  it('that could not be used is told, with what is wrong with it', async () => {
    await page({
      connections: {
        refusedFile: {
          file: 'office.json',
          error: { code: 'file-unreadable', reason: 'profile-broken', message: 'baseUrl: empty' },
        },
      },
    });
    expect(textOnPage()).toContain('office.json was left as it is');
    expect(textOnPage()).toContain('baseUrl: empty');
  });
});

describe('a sign-in that waits because requests rest', () => {
  it('says why, and until when', async () => {
    const pausedUntil = Date.UTC(2026, 2, 10, 12, 0, 30);
    await page({
      session: { ...signedOut, phase: 'signing-in' },
      budget: { pause: 'rate-limited', pausedUntil },
    });
    expect(textOnPage()).toMatch(/The service asked for a rest\. Requests go on at .*:30/);
    expect(await axeFaults()).toEqual([]);
  });

  it('says nothing of it while nobody signs in', async () => {
    await page({ budget: { pause: 'rate-limited', pausedUntil: Date.now() + 60_000 } });
    expect(textOnPage()).not.toContain('The service asked for a rest');
  });
});

describe('a session that is still looked for', () => {
  it('is said to be, since a keychain may be asking for its password', async () => {
    await page({ session: { phase: 'restoring' } });
    expect(textOnPage()).toContain('Looking for your session…');
  });
});

describe('what went wrong before the page was there', () => {
  it('is told of a session whose connection is lost, with what to do about it', async () => {
    await page({
      ...newcomer,
      session: { keychain: 'present', place: 'keychain', isConnectionLost: true },
    });
    expect(textOnPage()).toContain('Your session is still kept, its connection is lost');
    expect(control('Base URL', 'input')).toBeDefined();
    expect(textOnPage()).toContain('Welcome back');
    // The form comes first, the demo fleet after it.
    expect(textOnPage()).toMatch(/Base URL.*Try the demo fleet/);
  });

  it('is told of a demo fleet that did not start, until something else is begun', async () => {
    const refusedDemo = { code: 'service-error', reason: 'demo-failed', message: 'x' } as const;
    const faults = { 'session.signIn': { code: 'offline', message: 'no line' } as const };
    await page({ connections: { ...newcomer.connections, refusedDemo }, faults });
    expect(textOnPage()).toContain('The demo fleet could not be started.');
    await fill(whole);
    await press('Sign in');
    expect(textOnPage()).not.toContain('The demo fleet could not be started.');
  });
});
