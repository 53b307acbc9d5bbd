import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkField } from '@contract/field-checks';
import { fieldsOf, mostOf } from '@contract/resources';
import { isLonger, lengthOf } from '@contract/rules/text-length';

const texts = ['', 'ABC-1D23', '🚚🚚', 'a🚚\uD83D', 'é', '👨‍👩‍👧', '\uDE9A\uD83D'];

describe('the length of a text', () => {
  it.each(texts)('is the same for a form and for the bridge: %j', (text) => {
    expect(lengthOf(text)).toBe([...text].length);
    for (const most of [0, 1, 2, 3, 5, 8]) {
      const schema = z.object({ text: z.string().max(most) });
      expect(isLonger(text, most), `at most ${most}`).toBe(!schema.safeParse({ text }).success);
    }
  });

  it('takes a name of 255 emoji, and refuses one more with both numbers', () => {
    const name = fieldsOf('users')['name'];
    if (!name) throw new Error('Users have no name.');
    expect(checkField(name, '🚚'.repeat(255), 0)).not.toMatchObject({ level: 'error' });
    expect(checkField(name, 'x'.repeat(256), 0)).toEqual({
      ...{ level: 'error', says: 'tooLong', values: { most: 255, n: 256 } },
    });
  });

  it('is limited for a plate and a VIN to what such a thing can have', () => {
    const { plate, vin } = fieldsOf('vehicles');
    if (!plate || !vin) throw new Error('Vehicles have neither.');
    expect([mostOf(plate), mostOf(vin)]).toEqual([20, 40]);
    expect(checkField(plate, 'A'.repeat(21), 0)).toMatchObject({ says: 'tooLong' });
    expect(checkField(vin, 'A'.repeat(41), 0)).toMatchObject({ says: 'tooLong' });
  });
});
