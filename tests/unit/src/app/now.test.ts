import { effectScope, ref } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from '@/app/format';
import { nextPicture, restTicks, slowTicks, tickAlong } from '@/app/ticks';

const start = Date.UTC(2026, 2, 10, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('ages tick as seldom as they are told, and are right soon after a sleep of the machine', () => {
  const scope = effectScope();
  const now = scope.run(() => useNow(60_000));
  vi.advanceTimersByTime(59_000);
  expect(now?.value).toBe(start);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 60_000);
  // Timers stand still while the machine sleeps; the time of day does not.
  vi.setSystemTime(start + 8 * 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(now?.value).toBe(start + 8 * 3_600_000 + 5_000);
  // A clock that was put back is followed, too.
  vi.setSystemTime(start);
  vi.advanceTimersByTime(5_000);
  expect(now?.value).toBe(start + 5_000);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('all ages share one timer, and none runs while nobody sees the window', () => {
  const scope = effectScope();
  const [seconds, minutes] = scope.run(() => [useNow(), useNow(60_000)]) ?? [];
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect([seconds?.value, minutes?.value]).toEqual([start + 1_000, start]);
  setHidden(true);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(90_000);
  expect(seconds?.value).toBe(start + 1_000);
  setHidden(false);
  expect([seconds?.value, minutes?.value]).toEqual([start + 91_000, start + 91_000]);
  vi.advanceTimersByTime(1_000);
  expect(seconds?.value).toBe(start + 92_000);
  scope.stop();
  setHidden(true);
  setHidden(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
});

it('ages tick every five seconds while power is saved, and each second again afterwards', () => {
  const scope = effectScope();
  const now = scope.run(() => useNow());
  slowTicks(true);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(4_000);
  expect(now?.value).toBe(start);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 5_000);
  slowTicks(false);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 6_000);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('while nobody is at work ages tick with what is drawn anyway, and at once with the first touch', () => {
  const scope = effectScope();
  const now = scope.run(() => useNow(10_000));
  restTicks(true);
  vi.advanceTimersByTime(12_000);
  expect(now?.value).toBe(start);
  tickAlong();
  expect(now?.value).toBe(start + 12_000);
  // Where nothing is drawn after it, as without a connection, they tick by the clock, but seldom.
  vi.advanceTimersByTime(44_000);
  expect(now?.value).toBe(start + 12_000);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 57_000);
  vi.advanceTimersByTime(18_000);
  restTicks(false);
  expect(now?.value).toBe(start + 75_000);
  // At work they tick by the clock, whatever is drawn.
  vi.advanceTimersByTime(3_000);
  tickAlong();
  vi.advanceTimersByTime(7_000);
  expect(now?.value).toBe(start + 85_000);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('seconds that somebody counts tick every five seconds while nobody is at work', () => {
  const scope = effectScope();
  const now = scope.run(() => useNow());
  restTicks(true);
  vi.advanceTimersByTime(4_000);
  expect(now?.value).toBe(start);
  vi.advanceTimersByTime(1_000);
  expect(now?.value).toBe(start + 5_000);
  restTicks(false);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('what comes while nobody is at work waits for the next picture, and for nothing else', async () => {
  const shown: string[] = [];
  const show = async (what: string) => {
    await nextPicture();
    shown.push(what);
  };
  await show('at work');
  expect(shown).toEqual(['at work']);
  restTicks(true);
  void show('one');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(['at work']);
  tickAlong();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['at work', 'one']);
  expect(vi.getTimerCount()).toBe(0);

  void show('two');
  await vi.advanceTimersByTimeAsync(45_000);
  expect(shown).toEqual(['at work', 'one', 'two']);
  void show('three');
  restTicks(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toBe('three');
  expect(vi.getTimerCount()).toBe(0);
});

it('what waits is shown with a window that is shown again, whether anything ticks in it or not', async () => {
  let isShown = false;
  restTicks(true);
  setHidden(true);
  void nextPicture().then(() => {
    isShown = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isShown).toBe(false);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(isShown).toBe(true);
  restTicks(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
});

it('the clock is looked at once a second only while somebody counts seconds', () => {
  const scope = effectScope();
  const minutes = scope.run(() => useNow(60_000));
  const looks = vi.spyOn(Date, 'now');
  const looksIn = (time: number) => {
    looks.mockClear();
    vi.advanceTimersByTime(time);
    return looks.mock.calls.length;
  };
  expect(looksIn(10_000)).toBe(2);
  const card = effectScope();
  const seconds = card.run(() => useNow());
  vi.advanceTimersByTime(1_000);
  expect(seconds?.value).toBe(start + 11_000);
  card.stop();
  expect(looksIn(10_000)).toBe(2);
  expect(minutes?.value).toBe(start);
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
});

it('ages that nobody counts just now cost no timer, and are right at once when somebody does', () => {
  const isCounted = ref(false);
  const scope = effectScope();
  const now = scope.run(() => useNow(250, () => isCounted.value));
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
  isCounted.value = true;
  expect(now?.value).toBe(start + 60_000);
  vi.advanceTimersByTime(250);
  expect(now?.value).toBe(start + 60_250);
  isCounted.value = false;
  expect(vi.getTimerCount()).toBe(0);
  isCounted.value = true;
  scope.stop();
  expect(vi.getTimerCount()).toBe(0);
});
