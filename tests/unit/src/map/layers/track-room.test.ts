import { describe, expect, it } from 'vitest';
import { giveRoom } from '@/map/layers/track-room';

describe('room for the marks of a track', () => {
  it('gives symbol and label where nothing is near', () => {
    expect(
      giveRoom([
        { x: 0, y: 0, labelWidth: 40 },
        { x: 200, y: 0, labelWidth: 40 },
        { x: 0, y: 100, labelWidth: 0 },
      ]),
    ).toEqual(['label', 'label', 'symbol']);
  });

  it('lets the more important one, which comes first, hide the other', () => {
    expect(
      giveRoom([
        { x: 0, y: 0, labelWidth: 40 },
        { x: 2, y: 1, labelWidth: 40 },
      ]),
    ).toEqual(['label', 'none']);
  });

  it('leaves the label out where it would touch a symbol or another label', () => {
    expect(
      giveRoom([
        { x: 0, y: 0, labelWidth: 60 },
        { x: 30, y: 0, labelWidth: 60 },
        { x: 30, y: 14, labelWidth: 60 },
      ]),
    ).toEqual(['symbol', 'label', 'symbol']);
  });

  it('hides none of a grid that has room for all', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      x: (index % 20) * 40,
      y: Math.floor(index / 20) * 30,
      labelWidth: 30,
    }));
    expect(giveRoom(many).filter((room) => room === 'none')).toHaveLength(0);
  });
});
