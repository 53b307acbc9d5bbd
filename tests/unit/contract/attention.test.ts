import { describe, expect, it } from 'vitest';
import { attentionSchema, sentAttention } from '@contract/fixes';

const ids = Array.from({ length: 100_000 }, (_, at) => `veh${String(at).padStart(12, '0')}`);
const [first = ''] = ids;

describe('what a window shows', () => {
  it.each([[[]], [[first]], [ids]])('arrives as it was sent', (onScreen) => {
    const attention = { onScreen, selected: first, followed: null };
    expect(attentionSchema.parse(sentAttention(attention))).toEqual(attention);
  });

  it.each(['short', `${first} `, ` ${first}`, `${first}  ${first}`, `${first},${first}`])(
    'is refused as %j',
    (onScreen) => {
      const sent = { onScreen, selected: null, followed: null };
      expect(attentionSchema.safeParse(sent).success).toBe(false);
    },
  );
});
