import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formsOfFolder } from '@adapters/logging/forms-of-folder';
import { logTo } from '@core/log';
import { hideSecretsOf, hidingKeychain, hidingVaults } from '@core/logging/hide-secrets';
import { Journal } from '@core/logging/journal';
import { Redactor } from '@core/logging/redact';
import { VirtualClock } from '../virtual-clock';

const digit = fc.integer({ min: 0, max: 9 });
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const letters = (n: number) => fc.string({ unit: letter, minLength: n, maxLength: n });
const digits = (n: number) =>
  fc.array(digit, { minLength: n, maxLength: n }).map((list) => list.join(''));
const word = (min: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    minLength: min,
    maxLength: 60,
  });

/** Secrets that a log knows by their form alone. */
const shaped = fc.oneof(
  // A token of the service, and a public key.
  fc.tuple(word(20), word(20), word(20)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
  word(24).map((text) => `${text.slice(0, 20)}7a${text.slice(20)}`),
  fc.uuid(),
  // CPF, with dots and without.
  digits(11).map((d) => `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6, 9)}-${d.slice(9)}`),
  digits(11),
  // Phone numbers.
  digits(9).map((d) => `+55 (11) ${d.slice(0, 5)}-${d.slice(5)}`),
  digits(11).map((d) => `+${d}`),
  // Plates.
  fc.tuple(letters(3), digits(4)).map(([a, b]) => `${a}-${b}`),
  fc.tuple(letters(3), digit, letter, digits(2)).map(([a, b, c, d]) => `${a}${String(b)}${c}${d}`),
  // IMEI and ICCID.
  digits(15),
  digits(19),
  word(6).map((name) => `${name}@example.com`),
);

/** Passwords may be anything: the log is told them. */
const told = fc
  .string({ unit: 'binary', minLength: 4, maxLength: 40 })
  .filter((text) => text.trim().length >= 4 && !'‹hidden›'.includes(text.trim()));

const around = fc.constantFrom(
  '',
  'the request failed: ',
  'Error: ',
  'a, ',
  'at file:///app/index.js:10:20 ',
  '{"a":1} ',
);

describe('what is written to the log', () => {
  it('never shows a secret that has a form, wherever in a text it is', () => {
    fc.assert(
      fc.property(shaped, around, around, (secret, before, after) => {
        const redactor = new Redactor();
        expect(redactor.text(`${before}${secret} ${after}`)).not.toContain(secret);
        expect(redactor.fault(`${before}${secret} ${after}`)).not.toContain(secret);
        expect(redactor.facts({ status: `${before}${secret}`, ms: 12 })).not.toContain(secret);
      }),
    );
  });

  it('never shows a secret that it was told, whatever it looks like', () => {
    fc.assert(
      fc.property(told, around, around, fc.boolean(), (secret, before, after, isJson) => {
        const redactor = new Redactor();
        redactor.hide(secret);
        const shown = secret.trim();
        const text = isJson ? JSON.stringify({ a: secret }) : `${before}${secret}${after}`;
        const rest = isJson ? '{"a":""}' : before + after;
        fc.pre(!rest.includes(shown));
        expect(redactor.text(text)).not.toContain(shown);
        expect(redactor.facts({ why: text })).not.toContain(shown);
      }),
    );
  });

  it('never shows what a name marks as a secret', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('password', 'apn_password', 'publicKey', 'refresh_token', 'senha', 'cpf'),
        fc.string({
          unit: fc.constantFrom(...'abcdefXYZ123!@#$%*()-_'),
          minLength: 3,
          maxLength: 30,
        }),
        fc.constantFrom(
          (name: string, value: string) => JSON.stringify({ [name]: value }),
          (name: string, value: string) => `${name}: "${value}"`,
          (name: string, value: string) => `?a=1&${name}=${encodeURIComponent(value)}`,
        ),
        (name, value, write) => {
          const redactor = new Redactor();
          fc.pre(!`${name}?a=1‹hidden›"{}:`.includes(value));
          expect(redactor.text(write(name, value))).not.toContain(value);
          expect(redactor.facts({ [name]: value })).toBe(`${name}=‹hidden›`);
        },
      ),
    );
  });

  it('leaves out what an error quotes, and keeps what helps to find the fault', () => {
    const redactor = new Redactor();
    redactor.hideFolders(['/home/maria', '/home/maria/.config/fleetdesk']);
    expect(
      redactor.fault(
        [
          `SyntaxError: Unexpected token 'M', "Maria Souza" is not valid JSON`,
          `    at JSON.parse (<anonymous>)`,
          `    at readSources (file:///home/maria/fleetdesk/out/main/index.js:1234:56)`,
          `TypeError: Cannot read properties of undefined (reading 'vehicles')`,
        ].join('\n'),
      ),
    ).toBe(
      [
        `SyntaxError: Unexpected token '…', "…" is not valid JSON`,
        `    at JSON.parse (<anonymous>)`,
        `    at readSources (file://~/fleetdesk/out/main/index.js:1234:56)`,
        `TypeError: Cannot read properties of undefined (reading 'vehicles')`,
      ].join('\n'),
    );
  });

  it.each([
    ['a stack on Windows', 'file:///C:/Users/Maria/Fleetdesk/out/main/index.js:1:2'],
    ['a path of Windows', 'C:\\Users\\Maria\\Fleetdesk\\logs'],
    ['a drive in the other case', 'c:\\users\\maria\\Fleetdesk'],
    ['JSON on Windows', JSON.stringify('C:\\Users\\Maria\\x')],
    ['a library with slashes of its own', 'C:/Users/Maria/x'],
    ['a stack in an encoded home', 'file:///home/jo%C3%A3o%20maria/fleetdesk/index.js'],
    ['an encoded home on Windows', 'file:///D:/Jo%C3%A3o/x.js'],
    ['a plain home', '/home/joão maria/fleetdesk'],
  ])('never shows the name of the person in a folder: %s', (_, text) => {
    const redactor = new Redactor();
    redactor.hideFolders(
      ['C:\\Users\\Maria', '/home/joão maria', 'D:\\João'].flatMap(formsOfFolder),
    );
    for (const safe of [redactor.text(`at ${text} …`), redactor.fault(`at ${text} …`)]) {
      expect(safe).not.toMatch(/maria|jo(ã|%C3%A3)o/i);
    }
    expect(redactor.text(`at ${text} …`)).toContain('~');
  });

  it('hides the passphrase of the start also after hundreds of newer secrets', () => {
    const journal = new Journal({ clock: new VirtualClock() });
    onTestFinished(logTo(journal));
    hidingVaults({
      open: () => ({
        read: () => Promise.resolve(null),
        write: () => Promise.resolve(),
        remove: () => Promise.resolve(false),
      }),
      discard: () => Promise.resolve(false),
    }).open('correct horse');
    for (let user = 0; user < 1_000; user += 1) {
      hideSecretsOf({ username: `user ${user}`, password: `password ${user}` });
    }
    expect(journal.redactor.text('it was correct horse')).toBe('it was ‹hidden›');
  });

  it('hides what the keychain held at the start, but not every token that was ever renewed', async () => {
    const journal = new Journal({ clock: new VirtualClock() });
    onTestFinished(logTo(journal));
    const entry = (turn: number) =>
      JSON.stringify({ password: 'battery staple', refreshToken: `short ${turn}` });
    const keychain = hidingKeychain({
      read: () => Promise.resolve(entry(0)),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(false),
    });
    await keychain.read('proxy');
    for (let turn = 1; turn < 1_000; turn += 1) await keychain.write('session', entry(turn));
    expect(journal.redactor.text('it was battery staple')).toBe('it was ‹hidden›');
    expect(journal.redactor.text('it was short 999')).toBe('it was ‹hidden›');
    expect(journal.redactor.text('it was short 0')).toBe('it was short 0');
  });

  it('keeps a usual entry as it is', () => {
    const facts = { operation: 'vehicles.list', lane: 'live', status: 200, ms: 180 };
    expect(new Redactor().facts(facts)).toBe('operation=vehicles.list lane=live status=200 ms=180');
  });

  it('keeps the time of an entry, also where a number stands before it', () => {
    const text = 'queued=0\n2026-03-10T12:00:00.000Z info request ms=1804 2026-03-10T12:00:01.000Z';
    expect(new Redactor().text(text)).toBe(text);
  });

  it('lets no text pretend to be another entry', () => {
    const forged = 'a\n2026-03-10T12:00:00.000Z info start';
    expect(new Redactor().facts({ reason: forged })).not.toContain('\n');
  });
});
