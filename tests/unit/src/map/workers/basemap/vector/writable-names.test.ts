import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A canvas of a computer that has fonts for some letters; all others are drawn as the same box. */
class Canvas {
  static asked: string[] = [];
  #drawn = '';

  getContext() {
    return {
      fillText: (letter: string) => {
        Canvas.asked.push(letter);
        this.#drawn = /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter) ? letter : 'a box';
      },
      getImageData: () => ({ data: [this.#drawn] }),
    };
  }
}

let canWriteHere: (name: string) => boolean;

beforeEach(async () => {
  Canvas.asked = [];
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.resetModules();
  ({ canWriteHere } = await import('@/map/workers/basemap/vector/writable-names'));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a name that is to be written on the map', () => {
  it.each([
    ['Rua Bocaiúva, 12 – “A”', true],
    ['Невский проспект', true],
    ['ถนนสุขุมวิท', false],
    ['Silom (ถนนสีลม)', false],
  ])('%s: %s', (name, expected) => {
    expect(canWriteHere(name)).toBe(expected);
  });

  it('of a script that was looked at is not looked at again', () => {
    for (let time = 0; time < 3; time += 1) canWriteHere('ถนนสีลม');
    canWriteHere('สีลม');
    expect(Canvas.asked).toHaveLength(2);
  });
});

it('without a canvas every name is taken as it is', () => {
  vi.unstubAllGlobals();
  expect(canWriteHere('ถนนสีลม')).toBe(true);
});
