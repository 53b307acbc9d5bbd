import { expect, it, vi } from 'vitest';
import { createTakenNews } from '@/map/workers/vehicles/taken-news';

/** One vehicle, at so many pixels from the edge of the world. */
const at = (x: number) => Float64Array.from([x, 0, 10, 10]);

function news() {
  const tell = vi.fn();
  const taken = createTakenNews(tell);
  return { ...taken, tell };
}

it('names hear of vehicles that moved on by more than a pixel or two', () => {
  const { look, tell } = news();
  look(at(100), 1, 0);
  look(at(101), 1, 1_000);
  expect(tell.mock.calls).toEqual([[at(100)]]);
  look(at(110), 1, 2_000);
  expect(tell).toHaveBeenLastCalledWith(at(110));
});

it('while nobody is at work they hear of it every half a minute, and of a new view at once', () => {
  const { look, setRests, expectView, tell } = news();
  look(at(100), 1, 0);
  setRests(true);
  look(at(200), 1, 10_000);
  look(at(300), 1, 20_000);
  expect(tell).toHaveBeenCalledTimes(1);
  look(at(400), 1, 30_000);
  expect(tell.mock.calls.slice(1)).toEqual([[at(400)]]);

  expectView();
  look(at(500), 1, 31_000);
  expect(tell).toHaveBeenLastCalledWith(at(500));

  look(at(600), 1, 32_000);
  setRests(false);
  look(at(601), 1, 33_000);
  expect(tell).toHaveBeenLastCalledWith(at(601));
});
