import { expect, it } from 'vitest';
import { colorNameOf } from '@/app/records/color-names';

it.each([
  ['#FFFFFF', 'white'],
  ['#C0C0C0', 'silver'],
  ['#808080', 'gray'],
  ['#101010', 'black'],
  ['#C0392B', 'red'],
  ['#6B3E1E', 'brown'],
  ['#E67E22', 'orange'],
  ['#F1C40F', 'yellow'],
  ['#27AE60', 'green'],
  ['#1F4E9C', 'blue'],
  ['#8E44AD', 'purple'],
  ['#FFC0CB', 'pink'],
])('%s is told as %s', (hex, name) => {
  expect(colorNameOf(hex)).toBe(name);
});
