import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseUpArguments } from '../../../electron/runtime/up-arguments.mjs';

const cwd = path.resolve('/home/ana');
const parse = (...args: string[]) => parseUpArguments(args, cwd);

describe('arguments of up', () => {
  it('passes on what belongs to the app, in order', () => {
    const { app, dev, shots } = parse('--user-data-dir=/tmp/x', '--demo=300', '--test-hooks');
    expect(app).toEqual(['--user-data-dir=/tmp/x', '--demo=300', '--test-hooks']);
    expect({ dev, shots }).toEqual({ dev: false, shots: undefined });
  });

  it('takes places with = or with a space, as people write them', () => {
    expect(parse('--user-data-dir', 'data', '--connection', 'office.json').app).toEqual([
      '--user-data-dir=data',
      '--connection=office.json',
    ]);
  });

  it('hands what follows a further -- to Electron as it is', () => {
    expect(parse('--demo', '--', '--remote-debugging-port=0', 'x').app).toEqual([
      '--demo',
      '--remote-debugging-port=0',
      'x',
    ]);
  });

  it('resolves the folder for pictures against where the person is', () => {
    const expected = path.join(cwd, 'pictures', 'a=b');
    expect(parse('--demo', '--shots', 'pictures/a=b').shots).toBe(expected);
    expect(parse('--shots=pictures/a=b').app).toEqual([`--shots=${expected}`]);
  });

  it('lets the app be silent for three minutes over its pictures, or what is asked for', () => {
    expect(parse('--shots', 'x').shotsTimeoutMs).toBe(180_000);
    expect(parse('--shots', 'x', '--shots-timeout', '7').shotsTimeoutMs).toBe(7_000);
    expect(parse('--shots', 'x', '--shots-timeout=7').app).toEqual([
      `--shots=${path.join(cwd, 'x')}`,
    ]);
  });

  it.each([
    [['--shots'], '--shots needs a folder.'],
    [['--shots='], '--shots needs a folder.'],
    [['--shots', '--demo'], '--shots needs a folder.'],
    [['--demo=many'], '--demo=many is not a number of vehicles'],
    [['--demo=0'], '--demo=0 is not a number of vehicles'],
    [['--demo=100001'], 'from 1 to 100000'],
    [['--seeded'], '--seeded is not a number of vehicles'],
    [['--demo', '500'], '500 belongs to no option.'],
    [['--demmo'], 'There is no option --demmo.'],
    [['--user-data-dir'], '--user-data-dir needs a folder.'],
    [['--connection='], '--connection needs a file.'],
    [['--shots', 'x', '--shots-timeout', 'soon'], '--shots-timeout needs a number of seconds.'],
    [['--dev', '--shots', 'x'], '--dev and --shots do not go together.'],
  ])('says what is wrong with %j', (args, message) => {
    expect(() => parseUpArguments(args, cwd)).toThrow(message);
  });

  it('takes the size of a fleet that is there from the start', () => {
    const { app, seeded } = parse('--dev', '--seeded=50000');
    expect({ app, seeded }).toEqual({ app: [], seeded: 50_000 });
    expect(parse('--demo=9').seeded).toBeUndefined();
  });

  it('knows --dev', () => {
    expect(parse('--dev').dev).toBe(true);
  });
});
