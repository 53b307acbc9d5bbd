import { describe, expect, it } from 'vitest';
import { locales } from '@contract/settings';
import { wordsIn } from '@main/words';

describe("the shell's sentences", () => {
  it.each(locales)('are spoken in %s', (locale) => {
    expect(wordsIn(locale)('menu.quit')).toContain('Fleetdesk');
  });

  it('differ by language', () => {
    expect(new Set(locales.map((locale) => wordsIn(locale)('menu.file'))).size).toBe(3);
  });

  it('take values as they are', () => {
    const detail = wordsIn('en')('connectionFile.detail', {
      file: 'C:\\office {1}.json',
      problem: '@:menu.quit | other',
    });
    expect(detail).toContain('C:\\office {1}.json\n\n@:menu.quit | other\n\n');
  });
});
