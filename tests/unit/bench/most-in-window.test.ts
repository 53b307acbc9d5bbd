import { describe, expect, it } from 'vitest';
import { mostInWindow } from '../../bench/most-in-window';

describe('the most in any window', () => {
  it.each<[name: string, moments: number[], most: number]>([
    ['nothing', [], 0],
    ['one', [5], 1],
    ['what lies less than a window apart', [0, 59_999], 2],
    ['not what lies a whole window apart', [0, 60_000], 1],
    ['all that came at once', [7, 7, 7], 3],
    ['across the borders of whole minutes', [59_000, 59_500, 60_500, 61_000], 4],
    ['in any order', [120_000, 0, 61_000, 119_000], 3],
  ])('counts %s', (_name, moments, most) => {
    expect(mostInWindow(moments, 60_000)).toBe(most);
  });

  it('sees one request too many among thousands that are in order', () => {
    const steady = Array.from({ length: 5_000 }, (_, index) => index * 1_200);
    expect(mostInWindow(steady, 60_000)).toBe(50);
    expect(mostInWindow([...steady, 3_000_001], 60_000)).toBe(51);
  });
});
