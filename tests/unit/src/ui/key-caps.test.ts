import { describe, expect, it } from 'vitest';
import { keyCaps } from '@/ui/key-caps';

describe('key caps', () => {
  it.each([
    ['mod+k', ['Ctrl', 'K']],
    ['shift+arrowleft', ['Shift', '←']],
    ['?', ['?']],
    ['+', ['+']],
    ['mod++', ['Ctrl', '+']],
    ['[', ['[']],
    ['shift+space', ['Shift', 'Space']],
  ])('of %s are %j', (keys, caps) => {
    expect(keyCaps(keys, 'Space')).toEqual(caps);
  });
});
