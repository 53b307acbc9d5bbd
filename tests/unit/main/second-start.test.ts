import { describe, expect, it, vi } from 'vitest';
import { takeSecondStart } from '@main/second-start';
import { argumentsOf, handOver, readSwitches, withoutTestSwitches } from '@main/switches';

const everySwitch = [
  ...['--user-data-dir=/data', '--connection=/home/ana/office.json', '--test-clock=-9000,4'],
  ...['--managed-settings=/m.json', '--shots=/shots', '--shots-only=map,dark', '--lang=es'],
  ...['--window=map', '--demo=40', '--test-hooks', '--hidden', 'fleetdesk://vehicle/abc'],
];
const read = (argv: readonly string[]) => readSwitches(argv, '/');

function take(argv: readonly string[], isEnding: boolean, isTestable = true) {
  const options = {
    ...{ isTestable, isEnding: () => isEnding },
    ...{ startAgain: vi.fn(), receive: vi.fn(), focus: vi.fn() },
  };
  takeSecondStart(argv.length === 0 ? 'rubbish' : handOver(read(argv)), options);
  return options;
}

describe('a second start', () => {
  it('is obeyed by the running app', () => {
    const { receive, startAgain } = take(everySwitch, false);
    expect(receive).toHaveBeenCalledWith(read(everySwitch));
    expect(startAgain).not.toHaveBeenCalled();
  });

  it('during quitting becomes a start of its own as soon as that is over', () => {
    const { receive, focus, startAgain } = take(everySwitch, true);
    expect(startAgain).toHaveBeenCalledWith(everySwitch);
    expect(receive).not.toHaveBeenCalled();
    expect(take([], true).startAgain).toHaveBeenCalledWith([]);
    expect(focus).not.toHaveBeenCalled();
  });

  it('that says nothing we know brings the window to the front', () => {
    expect(take([], false).focus).toHaveBeenCalledOnce();
  });

  it('gives a release no switch of tests, then and later', () => {
    const plain = withoutTestSwitches(read(everySwitch));
    expect(take(everySwitch, false, false).receive).toHaveBeenCalledWith(plain);
    const { startAgain } = take(everySwitch, true, false);
    expect(startAgain).toHaveBeenCalledWith(argumentsOf(plain));
    expect(argumentsOf(plain).join(' ')).not.toMatch(/test|shots|managed/);
  });
});
