import { expect, it } from 'vitest';
import { dialedNumber } from '@contract/phone';

it.each([
  ['+55 (63) 99583-4891', '+5563995834891'],
  ['63 3215.0000', '6332150000'],
  [' 190 ', '190'],
])('of %j dials %j', (written, dialed) => {
  expect(dialedNumber(written)).toBe(dialed);
});

it.each([
  '',
  '12',
  'ask the office',
  '3215-0000 / 3215-0001',
  '*21*190#',
  '1+23',
  '1234567890123456',
])('dials nothing for %j', (written) => {
  expect(dialedNumber(written)).toBeNull();
});
