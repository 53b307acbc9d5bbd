import { describe, expect, it } from 'vitest';
import { createLabelBoxes } from '@/map/workers/label-boxes';

const box = (minX: number, maxX: number) => ({ minX, maxX, minY: 0, maxY: 10 });

describe('room for labels', () => {
  it('belongs to who comes first', () => {
    const boxes = createLabelBoxes();
    expect(boxes.take([box(0, 10)])).toBe(true);
    expect(boxes.take([box(5, 15)])).toBe(false);
    expect(boxes.take([box(11, 20)])).toBe(true);
  });

  it('is given whole or not at all', () => {
    const boxes = createLabelBoxes();
    boxes.block(box(20, 30));
    expect(boxes.take([box(0, 10), box(25, 35)])).toBe(false);
    expect(boxes.take([box(0, 10)])).toBe(true);
  });

  it('is free again once cleared', () => {
    const boxes = createLabelBoxes();
    boxes.block(box(0, 10));
    boxes.clear();
    expect(boxes.take([box(0, 10)])).toBe(true);
  });
});
