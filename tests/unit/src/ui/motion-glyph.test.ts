import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { connectionStates, motions } from '@contract/fixes';
import MotionGlyph from '@/ui/MotionGlyph.vue';

const shapeOf = { moving: 'path', idling: 'circle.shape', parked: 'rect', unknown: '.hollow' };

describe('the motion glyph', () => {
  it.each(motions)('has a shape of its own for %s', (motion) => {
    const glyph = mount(MotionGlyph, { props: { motion, connection: 'live' } });
    for (const [each, selector] of Object.entries(shapeOf)) {
      expect(glyph.find(selector).exists(), selector).toBe(each === motion);
    }
  });

  it('points where the vehicle heads', () => {
    const glyph = mount(MotionGlyph, {
      props: { motion: 'moving', connection: 'live', heading: 270 },
    });
    expect(glyph.get('path').attributes('transform')).toBe('rotate(270 10 10)');
  });

  it.each(connectionStates)('marks the connection %s on its ring', (connection) => {
    const glyph = mount(MotionGlyph, { props: { motion: 'parked', connection } });
    expect(glyph.find('.ring').exists()).toBe(connection !== 'never');
    expect(glyph.classes()).toContain(connection);
  });
});
