import { describe, expect, it } from 'vitest';
import { LINK_AT_MOST } from '@contract/deep-links';
import { systemTime } from '@contract/test-clock';
import {
  handOver,
  matchLocale,
  opensLinks,
  readHandedOver,
  readSwitches,
  withoutTestSwitches,
} from '@main/switches';

const none = {
  userDataDir: null,
  connectionFile: null,
  demo: null,
  testHooks: false,
  testClock: systemTime,
  managedSettings: null,
  updateSource: null,
  shots: null,
  shotsOnly: [],
  lang: null,
  link: null,
  hidden: false,
  ownWindow: null,
};

const read = (...argv: string[]) => readSwitches(['electron', '.', ...argv], '/home/ana');

describe('the command line', () => {
  it('may say nothing', () => {
    expect(read()).toEqual(none);
  });

  it('gives every switch', () => {
    expect(
      read(
        '--user-data-dir=/data',
        '--connection=office.json',
        '--demo=40',
        '--test-hooks',
        '--test-clock=-90000',
        '--managed-settings=managed.json',
        '--update-source=updates.json',
        '--shots=../shots',
        '--shots-only=map,dark',
        '--lang=pt-BR',
        '--hidden',
        '--window=replay',
      ),
    ).toEqual({
      userDataDir: '/data',
      connectionFile: '/home/ana/office.json',
      demo: { vehicles: 40 },
      testHooks: true,
      testClock: { shift: -90_000, pace: 1 },
      managedSettings: '/home/ana/managed.json',
      updateSource: '/home/ana/updates.json',
      shots: '/home/shots',
      shotsOnly: ['map', 'dark'],
      lang: 'pt-BR',
      link: null,
      hidden: true,
      ownWindow: 'replay',
    });
  });

  it('takes a link from the system, cut where it is too long', () => {
    expect(read('--demo', 'Fleetdesk://vehicle/abc').link).toBe('Fleetdesk://vehicle/abc');
    expect(read(`fleetdesk:${'x'.repeat(5_000)}`).link).toHaveLength(LINK_AT_MOST + 1);
  });

  it('takes no switch that came with a link', () => {
    const { link, userDataDir, demo } = read(
      '--demo',
      'fleetdesk://vehicle/abc',
      '--user-data-dir=/evil',
    );
    expect({ link, userDataDir, demo }).toEqual({
      link: 'fleetdesk://vehicle/abc',
      userDataDir: null,
      demo: { vehicles: null },
    });
  });

  it('leaves what it does not know to Electron', () => {
    expect(read('--no-sandbox', '--remote-debugging-port=0', 'file.json', '-x')).toEqual(none);
  });

  it.each([
    ['--demo', null],
    ['--demo=1', 1],
    ['--demo=100000', 100_000],
    ['--demo=100001', null],
    ['--demo=0', null],
    ['--demo=-4', null],
    ['--demo=12e3', null],
    ['--demo=many', null],
  ])('%s asks for a fleet of %s', (argument, vehicles) => {
    expect(read(argument).demo).toEqual({ vehicles });
  });

  it.each([
    ['5', { shift: 5, pace: 1 }],
    ['-17000000000000,4', { shift: -17e12, pace: 4 }],
    ['5,0', systemTime],
    ['5,99', systemTime],
    ['5,1.5', systemTime],
    ['soon', systemTime],
  ])('--test-clock=%s has the time go as %o', (text, clock) => {
    expect(read(`--test-clock=${text}`).testClock).toEqual(clock);
  });

  it.each(['--connection', '--connection=', '--shots', '--user-data-dir='])(
    '%s without a value is no switch',
    (argument) => {
      expect(read(argument)).toEqual(none);
    },
  );

  it('keeps no test switch in a release', () => {
    const switches = read(
      '--test-hooks',
      '--test-clock=5',
      '--update-source=x',
      '--shots=x',
      '--shots-only=map',
      '--demo',
    );
    expect(withoutTestSwitches(switches)).toEqual({ ...none, demo: { vehicles: null } });
  });
});

describe('the links of the system', () => {
  const given = { isPackaged: true, kind: 'release' as const, switches: { userDataDir: null } };

  it('are opened by an installed Fleetdesk alone, not by a test or one beside a person’s own', () => {
    expect(opensLinks(given)).toBe(true);
    expect(opensLinks({ ...given, kind: 'test' })).toBe(false);
    expect(opensLinks({ ...given, switches: { userDataDir: '/tmp/trial' } })).toBe(false);
    expect(opensLinks({ ...given, kind: 'source', isPackaged: false })).toBe(false);
  });
});

describe('a language tag', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['es-419', 'es'],
    ['de', null],
    ['', null],
  ])('%s means %s', (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale);
  });
});

describe('what a second start hands over', () => {
  it('is taken as it was read there', () => {
    const file = '--connection=café/Łódź 東京.json';
    const switches = read(file, '--demo=40', '--lang=es', 'fleetdesk://vehicle/abc');
    expect(readHandedOver(handOver(switches))).toEqual(switches);
    // What holds a zero byte in V8's form, as these letters and numbers do, would be lost.
    expect(handOver(switches).switches).toMatch(/^[ -~]+$/);
  });

  it.each<[name: string, data: unknown]>([
    ['nothing', undefined],
    ['text', 'demo'],
    ['an unknown key', { ...none, evil: true }],
    ['a file that is no path', { ...none, connectionFile: { path: '/etc/passwd' } }],
    ['a path that leads from somewhere', { ...none, connectionFile: '../office.json' }],
    ['a fleet without end', { ...none, demo: { vehicles: 1e9 } }],
    ['a language that there is not', { ...none, lang: '__proto__' }],
  ])('is not believed where it is %s', (_name, data) => {
    expect(readHandedOver({ switches: JSON.stringify(data) ?? '' })).toBeNull();
    expect(readHandedOver(data)).toBeNull();
  });
});
