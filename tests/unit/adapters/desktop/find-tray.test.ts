import { describe, expect, it } from 'vitest';
import { findTray, type Ask } from '@adapters/desktop/find-tray';

/** A machine with some of the programs that can ask the session bus. */
function machine(answers: Readonly<Record<string, string | null>>): Ask & { asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = (program) => {
    asked.push(program);
    return Promise.resolve(answers[program] ?? null);
  };
  return Object.assign(ask, { asked });
}

describe('a tray', () => {
  it('is there on macOS and Windows, without a question', async () => {
    const ask = machine({});
    expect(await findTray('darwin', ask)).toBe(true);
    expect(await findTray('win32', ask)).toBe(true);
    expect(ask.asked).toEqual([]);
  });

  it.each([
    ['gdbus', '(true,)\n', '(false,)\n'],
    ['dbus-send', 'method return time=1\n   boolean true\n', 'method return\n   boolean false\n'],
    ['busctl', 'b true\n', 'b false\n'],
  ])('is looked for on Linux with %s', async (program, yes, no) => {
    expect(await findTray('linux', machine({ [program]: yes }))).toBe(true);
    expect(await findTray('linux', machine({ [program]: no }))).toBe(false);
  });

  it('is none where no program can ask, so that no window is lost', async () => {
    const ask = machine({});
    expect(await findTray('linux', ask)).toBe(false);
    expect(ask.asked).toEqual(['gdbus', 'dbus-send', 'busctl']);
  });
});
