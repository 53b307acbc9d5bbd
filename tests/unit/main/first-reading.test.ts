import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FirstReading } from '@main/first-reading';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function begin() {
  const reading = new FirstReading();
  const state = { isOver: false };
  void reading.isOver.then(() => (state.isOver = true));
  /** Asks for a file; the answer lets it be read. */
  const ask = (name: string) => {
    let answer: (answer: string) => void = () => undefined;
    const read = new Promise<string>((resolve) => (answer = resolve));
    void reading.of(`fleetdesk://app/${name}`, read);
    return () => {
      answer('what it holds');
    };
  };
  const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);
  return { state, ask, pass };
}

it('a page has its files once a script is read and nothing more is asked for', async () => {
  const { state, ask, pass } = begin();
  ask('index.html')();
  await pass(100);
  expect(state.isOver).toBe(false);
  ask('assets/begin.js')();
  await pass(10);
  const style = ask('assets/frame.css');
  await pass(100);
  expect(state.isOver).toBe(false);
  style();
  await pass(20);
  expect(state.isOver).toBe(false);
  await pass(10);
  expect(state.isOver).toBe(true);
});

it('what waits for it goes on after a while, whatever became of the page', async () => {
  const { state, ask, pass } = begin();
  ask('assets/begin.js');
  await pass(490);
  expect(state.isOver).toBe(false);
  await pass(20);
  expect(state.isOver).toBe(true);
});
