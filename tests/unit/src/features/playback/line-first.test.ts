import { beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, shallowRef, type EffectScope } from 'vue';
import type { Track } from '@contract/trajectories';
import { useLineFirst } from '@/features/playback/use-line-first';
import { dayFrom, trackOf } from './tracks';

const day = trackOf([{ at: dayFrom }]);

let scope: EffectScope;

function start(track: Track | null = null) {
  const shown = shallowRef(track);
  const first = scope.run(() => useLineFirst(shown));
  if (first === undefined) throw new Error('the scope is over');
  return { shown, first };
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  scope = effectScope();
  return () => {
    scope.stop();
    vi.useRealTimers();
  };
});

describe('what stands beside the line of a day', () => {
  it('comes behind the frame that shows the line', () => {
    const { shown, first } = start();
    first.mapIsReady();
    shown.value = day;
    expect(first.track.value).toBeNull();
    first.lineIsDrawn();
    expect(first.track.value).toBeNull();
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(1);
    expect(first.track.value).toBeNull();
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(1);
    expect(first.track.value).toBe(day);
  });

  it('comes behind the frames of another day that is drawn at once', () => {
    const { shown, first } = start();
    const next = { ...day, day: '2026-03-11' };
    first.mapIsReady();
    shown.value = day;
    first.lineIsDrawn();
    vi.advanceTimersToNextFrame();
    shown.value = next;
    first.lineIsDrawn();
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(1);
    expect(first.track.value).toBeNull();
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(1);
    expect(first.track.value).toBe(next);
  });

  it('waits for no line where there is no map', () => {
    const { shown, first } = start();
    shown.value = day;
    expect(first.track.value).toBe(day);
    expect(start(day).first.track.value).toBe(day);
  });

  it('does not wait forever for a line', () => {
    const { shown, first } = start();
    first.mapIsReady();
    shown.value = day;
    vi.advanceTimersByTime(399);
    expect(first.track.value).toBeNull();
    vi.advanceTimersByTime(1);
    expect(first.track.value).toBe(day);
  });

  it('comes in a window whose frames do not come, too', () => {
    const { shown, first } = start();
    first.mapIsReady();
    shown.value = day;
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(7);
    first.lineIsDrawn();
    vi.advanceTimersByTime(400);
    expect(first.track.value).toBe(day);
  });

  it('goes at once with the day', () => {
    const { shown, first } = start(day);
    first.mapIsReady();
    shown.value = null;
    expect(first.track.value).toBeNull();
    shown.value = day;
    first.lineIsDrawn();
    shown.value = null;
    vi.advanceTimersByTime(1000);
    expect(first.track.value).toBeNull();
  });

  it('keeps the day of before while the same one, read again, is drawn', () => {
    const { shown, first } = start(day);
    first.mapIsReady();
    const again = { ...day };
    shown.value = again;
    expect(first.track.value).toBe(day);
    first.lineIsDrawn();
    vi.advanceTimersByTime(100);
    expect(first.track.value).toBe(again);
  });
});
