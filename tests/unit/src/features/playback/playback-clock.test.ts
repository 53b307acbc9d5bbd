import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PlaybackClock,
  advance,
  playbackSpeeds,
  stepSpeed,
  type ClockOptions,
  type Span,
} from '@/features/playback/playback-clock';
import { HandFrames } from './hand-frames';

function start(options: Partial<ClockOptions> = {}, gaps: Span[] = []) {
  const frames = new HandFrames();
  const clock = new PlaybackClock({ frames, speed: 10, ...options });
  clock.load({ from: 0, to: 100_000 }, gaps, 0);
  return { frames, clock };
}

describe('the playback clock', () => {
  it('plays at its speed from the first frame on', () => {
    const { frames, clock } = start();
    clock.play();
    frames.run(1);
    expect(clock.state()).toMatchObject({ time: 0, playing: true });
    frames.run(5, 20);
    expect(clock.state().time).toBe(1000);
    clock.setSpeed(600);
    frames.run(1, 20);
    expect(clock.state().time).toBe(13_000);
  });

  it('asks for no frames unless it plays', () => {
    const { frames, clock } = start();
    expect(frames.waiting).toBe(0);
    clock.play();
    clock.play();
    expect(frames.waiting).toBe(1);
    clock.pause();
    expect(frames.waiting).toBe(0);
    clock.seek(50);
    expect(frames.waiting).toBe(0);
  });

  it('does not count the time that it was paused', () => {
    const { frames, clock } = start();
    clock.play();
    frames.run(2, 20);
    clock.pause();
    frames.run(10, 1000);
    clock.play();
    frames.run(2, 20);
    expect(clock.state().time).toBe(400);
  });

  it('seeks exactly and plays on from there', () => {
    const { frames, clock } = start();
    clock.play();
    frames.run(3);
    clock.seek(54_321.5);
    expect(clock.state().time).toBe(54_321.5);
    frames.run(1);
    expect(clock.state().time).toBe(54_321.5);
    frames.run(1);
    expect(clock.state()).toMatchObject({ time: 54_521.5, playing: true });
  });

  it('stays within its range', () => {
    const { clock } = start();
    clock.seek(-5);
    expect(clock.state().time).toBe(0);
    clock.shift(1e9);
    expect(clock.state().time).toBe(100_000);
    clock.shift(-10_000);
    expect(clock.state().time).toBe(90_000);
  });

  it('pauses at the end and starts over when played again', () => {
    const { frames, clock } = start();
    clock.seek(99_900);
    clock.play();
    frames.run(3);
    expect(clock.state()).toMatchObject({ time: 100_000, playing: false });
    expect(frames.waiting).toBe(0);
    clock.play();
    expect(clock.state()).toMatchObject({ time: 0, playing: true });
  });

  it('begins again in a loop', () => {
    const { frames, clock } = start({ loop: true });
    clock.seek(99_900);
    clock.play();
    frames.run(2);
    expect(clock.state()).toMatchObject({ time: 0, playing: true });
    frames.run(1);
    expect(clock.state().time).toBe(200);
  });

  it('goes on where it was seen last after a long stall', () => {
    const { frames, clock } = start({ speed: 1 });
    clock.play();
    frames.run(1);
    frames.run(1, 60_000);
    expect(clock.state().time).toBe(250);
  });

  it('jumps a gap and says which', () => {
    const gap = { from: 1000, to: 60_000 };
    const { frames, clock } = start({}, [gap]);
    const jumps: (Span | null)[] = [];
    clock.subscribe((_state, jumped) => jumps.push(jumped));
    clock.seek(900);
    clock.play();
    frames.run(2);
    expect(clock.state().time).toBe(60_100);
    expect(jumps.at(-1)).toEqual(gap);
  });

  it('waits through a gap where it is told to', () => {
    const { frames, clock } = start({ gapHandling: 'wait' }, [{ from: 1000, to: 60_000 }]);
    clock.seek(900);
    clock.play();
    frames.run(2);
    expect(clock.state().time).toBe(1100);
    clock.setGapHandling('jump');
    frames.run(1);
    expect(clock.state().time).toBe(60_200);
  });

  it('stands where it was put inside a gap, until it plays', () => {
    const { frames, clock } = start({}, [{ from: 1000, to: 60_000 }]);
    clock.seek(30_000);
    expect(clock.state().time).toBe(30_000);
    clock.play();
    frames.run(2);
    expect(clock.state().time).toBe(60_200);
  });

  it('can be paused by who listens', () => {
    const { frames, clock } = start();
    clock.subscribe(({ time }) => {
      if (time >= 400) clock.pause();
    });
    clock.play();
    frames.run(20);
    expect(clock.state()).toMatchObject({ time: 400, playing: false });
    expect(frames.waiting).toBe(0);
  });

  it('pauses when another day is loaded', () => {
    const { frames, clock } = start();
    clock.play();
    clock.load({ from: 500, to: 900 }, [], 700);
    expect(clock.state()).toMatchObject({ time: 700, playing: false });
    expect(frames.waiting).toBe(0);
  });

  it('does not play an empty range', () => {
    const { frames, clock } = start();
    clock.load({ from: 5, to: 5 }, [], 5);
    clock.play();
    expect(clock.state().playing).toBe(false);
    expect(frames.waiting).toBe(0);
  });

  it('tells nobody anything once disposed of', () => {
    const { frames, clock } = start();
    let told = 0;
    clock.subscribe(() => (told += 1));
    clock.play();
    clock.dispose();
    frames.run(3);
    expect(told).toBe(1);
  });

  it('never runs backwards while it plays, whatever the frames', () => {
    const schedule = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 80 });
    const gapsArbitrary = fc
      .uniqueArray(fc.integer({ min: 0, max: 99_999 }), { maxLength: 10 })
      .map((edges) => {
        const sorted = edges.sort((one, other) => one - other);
        return sorted.flatMap((from, index): Span[] => {
          const to = sorted[index + 1];
          return index % 2 === 0 && to !== undefined ? [{ from, to }] : [];
        });
      });
    const handling = fc.constantFrom<'jump' | 'wait'>('jump', 'wait');
    fc.assert(
      fc.property(schedule, gapsArbitrary, handling, (frameTimes, gaps, gapHandling) => {
        const { frames, clock } = start({ gapHandling }, gaps);
        const seen: number[] = [];
        clock.subscribe(({ time }) => seen.push(time));
        clock.play();
        for (const apart of frameTimes) frames.run(1, apart);
        for (const [index, time] of seen.entries()) {
          expect(time).toBeGreaterThanOrEqual(seen[index - 1] ?? 0);
          expect(time).toBeLessThanOrEqual(100_000);
          if (gapHandling === 'jump') {
            expect(gaps.some(({ from, to }) => time > from && time < to)).toBe(false);
          }
        }
      }),
    );
  });
});

describe('advancing through gaps', () => {
  it('adds up: many small steps reach what one large step reaches', () => {
    const gaps = [
      { from: 1000, to: 5000 },
      { from: 7000, to: 7500 },
    ];
    const steps = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(steps, (parts) => {
        let time = 0;
        for (const part of parts) time = advance(time, part, gaps).time;
        const whole = parts.reduce((sum, part) => sum + part, 0);
        const reached = advance(0, whole, gaps).time;
        expect(time).toBe(reached);
      }),
    );
  });
});

describe('speeds', () => {
  it('step up and down between 1 and 600', () => {
    expect(stepSpeed(60, 1)).toBe(120);
    expect(stepSpeed(60, -1)).toBe(30);
    expect(stepSpeed(45, 1)).toBe(60);
    expect(stepSpeed(45, -1)).toBe(30);
    expect(stepSpeed(600, 1)).toBe(600);
    expect(stepSpeed(1, -1)).toBe(1);
    expect([playbackSpeeds[0], playbackSpeeds.at(-1)]).toEqual([1, 600]);
  });

  it('are held within those bounds', () => {
    const { clock } = start();
    clock.setSpeed(0);
    expect(clock.state().speed).toBe(1);
    clock.setSpeed(9999);
    expect(clock.state().speed).toBe(600);
  });
});
