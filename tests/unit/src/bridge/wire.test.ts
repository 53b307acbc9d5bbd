import { expect, it } from 'vitest';
import { packMessage, unpackMessage } from '@/bridge/wire';

it('columns of numbers cross the wire as what they are', () => {
  const track = {
    at: Float64Array.of(1_795_900_926_134, 0.5),
    speed: Float32Array.of(12.5, Number.NaN),
    flags: Uint8Array.of(0, 255),
    words: Uint32Array.of(0, 4_294_967_295),
    stops: [{ from: 1, address: null }],
  };
  expect(unpackMessage(packMessage({ kind: 'answer', track }))).toEqual({ kind: 'answer', track });
});

it('a part of a longer column crosses without the rest', () => {
  const part = Float64Array.of(1, 2, 3, 4).subarray(1, 3);
  expect(unpackMessage(packMessage(part))).toEqual(Float64Array.of(2, 3));
});

it('a column of a whole day is not too long', () => {
  const day = Float64Array.from({ length: 100_000 }, (_, index) => index / 3);
  expect(unpackMessage(packMessage(day))).toEqual(day);
});
