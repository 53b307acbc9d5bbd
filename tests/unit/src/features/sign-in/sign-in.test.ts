import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { axeFaults, control, textOnPage, theOffice, valueOf } from '../../render';
import { fill, newcomer, page, press, whole } from './sign-in-page';

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
  ] satisfies [string, OfficeOptions][])('%s has no fault that axe finds', async (_, office) => {
    await page(office);
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

describe('what is too long to be sent', () => {
  it.each([
    ['Password', 255],
    ['Username', 255],
    ['Public key', 500],
    ['Base URL', 2000],
  ])('stays as it was typed and is told at its field: %s', async (label, most) => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    const start = label === 'Base URL' ? 'https://fleet.example.com/' : '';
    const text = start.padEnd(most + 1, 'x');
    await fill({ ...whole, [label]: text });
    await press('Sign in');
    expect(onSession).not.toHaveBeenCalled();
    const field = control(label, 'input') as HTMLInputElement;
    expect(field.value).toBe(text);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const words = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toMatch(/At most [\d,]+ characters; this has [\d,]+\./);
  });
});

describe('a new connection', () => {
  it('is signed in with everything that was typed, named after its host', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, account: { username: 'ana' }, onSession });
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

  it('whose key the service refuses is told at the key, with the choice how to send it', async () => {
    const refused = {
      code: 'unauthenticated',
      reason: 'public-key-refused',
      message: 'POST /v2/auth/login answered 401',
      serviceMessage: 'public-key is required in the query',
    } as const;
    await page({ ...newcomer, faults: { 'session.signIn': refused } });
    await fill({ ...whole, 'Public key': 'key-1' });
    await press('Sign in');
    expect(textOnPage()).toContain('The service doesn’t accept this public key.');
    expect(textOnPage()).toContain('public-key is required in the query');
    expect(textOnPage()).not.toContain('The username, password or public key is wrong');
    expect(document.activeElement).toBe(control('Public key', 'input'));
    expect(control('Public key is sent')).toBeDefined();
  });

  it('says at each field what is missing, and goes to the first', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, onSession });
    await press('Sign in');
    for (const words of [
      'Enter the address of the service.',
      'Enter your username.',
      'Enter your password.',
    ]) {
      expect(textOnPage()).toContain(words);
    }
    expect(document.activeElement).toBe(control('Base URL', 'input'));
    expect(onSession).not.toHaveBeenCalled();
  });

  it.each([
    ['ftp://fleet.example.com', 'must begin with https://'],
    ['https://ana:secret@fleet.example.com', 'Leave the username and password out'],
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
    expect(textOnPage()).toContain('It contains a character that isn’t allowed in a key.');
    await press('Sign in');
    expect(document.activeElement).toBe(control('Public key', 'input'));
    await fill({ 'Public key': 'abc-123' });
    expect(textOnPage()).not.toContain('It contains a character that isn’t allowed in a key.');
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
    expect(textOnPage()).toMatch(/The service answers \(\d+ ms\)/);
    await fill({ 'Base URL': 'https://fleet.example.org' });
    expect(textOnPage()).not.toContain('The service answers');
  });

  it('offers the address that a redirect names', async () => {
    await page(newcomer);
    theOffice().service.movedTo = 'https://fleet.example/v2';
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
