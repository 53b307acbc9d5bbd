import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, shallowRef, type EffectScope } from 'vue';
import type { Track } from '@contract/trajectories';
import { useSettingsStore } from '@/app/stores/settings-store';
import { installBridge } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import type { PreloadApi } from '@contract/bridge';
import { succeed } from '@contract/errors';
import { defaultSettings, type Settings } from '@contract/settings';
import { usePlayer, type Player } from '@/features/playback/use-player';
import { stillPreload } from '../../still-preload';
import { HandFrames } from './hand-frames';
import { alarmAt, dayFrom, driveOf, stopOf, trackOf } from './tracks';

const minute = 60_000;
const at = (minutes: number) => dayFrom + minutes * minute;
const day = trackOf(
  [
    { at: at(0), latitude: -23 },
    { at: at(1), latitude: -23 },
    { at: at(2), latitude: -22, speed: 60 },
    { at: at(30), latitude: -21, speed: 40 },
    { at: at(31), latitude: -20, speed: 20 },
  ],
  {
    stops: [stopOf(at(0), at(1))],
    segments: [driveOf(at(1), at(31))],
    alarms: [alarmAt(at(2))],
  },
);

let scope: EffectScope;
let frames: HandFrames;

/** A main that keeps settings. */
function keepSettings(): void {
  let kept = defaultSettings;
  const settings: PreloadApi['settings'] = {
    ...stillPreload().settings,
    update: (change) => {
      kept = { ...kept, ...change } as Settings;
      return Promise.resolve(succeed(kept));
    },
  };
  installBridge(connectBridge({ ...stillPreload(), settings }));
}

function start(track: Track | null = day) {
  const shown = shallowRef(track);
  const player = scope.run(() => usePlayer(shown, frames));
  if (player === undefined) throw new Error('the scope is over');
  return { shown, player };
}

function play(player: Player, count: number): void {
  player.play();
  frames.run(count + 1, 100);
}

beforeEach(() => {
  vi.useFakeTimers();
  setActivePinia(createPinia());
  keepSettings();
  scope = effectScope();
  frames = new HandFrames();
  return () => {
    scope.stop();
    vi.useRealTimers();
  };
});

describe('the player', () => {
  it('opens a day at its first drive, paused', () => {
    const { player } = start();
    expect(player.time.value).toBe(at(1));
    expect(player.range.value).toEqual({ from: at(0), to: at(31) });
    expect(player.playing.value).toBe(false);
    expect(player.vehicle.value).toMatchObject({ latitude: -23 });
  });

  it('plays at the speed of the settings and moves the vehicle', () => {
    const { player } = start();
    play(player, 5);
    expect(player.time.value).toBe(at(1) + 30_000);
    expect(player.vehicle.value?.latitude).toBeCloseTo(-22.5, 9);
  });

  it('is read ten times a second while it plays, and exactly once it stands', () => {
    const { player } = start();
    expect(player.reading.value).toMatchObject({ time: at(1), motion: 'idling' });
    player.play();
    frames.run(1);
    const read: number[] = [];
    for (let frame = 0; frame < 10; frame += 1) {
      frames.run(1, 20);
      read.push((player.reading.value.time - at(1)) / 1000);
    }
    // At 60 times its pace 6 seconds of the day are a tenth of a second.
    expect(read).toEqual([0, 0, 0, 0, 6, 6, 6, 6, 6, 12]);
    frames.run(1, 20);
    player.pause();
    expect(player.reading.value.time).toBe(player.time.value);
    expect(player.reading.value.vehicle).toEqual(player.vehicle.value);
    player.seek(at(30));
    expect(player.reading.value).toMatchObject({ time: at(30), motion: 'moving' });
  });

  it('keeps a changed speed', async () => {
    const { player } = start();
    player.faster(1);
    expect(player.speed.value).toBe(120);
    await vi.advanceTimersByTimeAsync(0);
    expect(useSettingsStore().state.playbackSpeed).toBe(120);
  });

  it('jumps a gap, and mentions it for a while', () => {
    const { player } = start();
    player.seek(at(2) - 1);
    play(player, 1);
    expect(player.time.value).toBeGreaterThan(at(30));
    expect(player.jumped.value).toMatchObject({ from: at(2), to: at(30) });
    vi.advanceTimersByTime(4000);
    expect(player.jumped.value).toBeNull();
  });

  it('waits through it where the settings say so', async () => {
    const { player } = start();
    await useSettingsStore().update({ gapHandling: 'wait' });
    player.seek(at(2));
    play(player, 1);
    expect(player.time.value).toBe(at(2) + 6000);
    expect(player.vehicle.value).toMatchObject({ knowledge: 'gap', latitude: -22, speed: null });
  });

  it('steps to stops, alarms and drives, and says where there is none', () => {
    const { player } = start();
    expect(player.step(1)).toBe(true);
    expect(player.time.value).toBe(at(2));
    expect(player.step(1)).toBe(false);
    expect(player.step(-1)).toBe(true);
    expect(player.time.value).toBe(at(0));
    expect(player.step(1, ['segment'])).toBe(true);
    expect(player.time.value).toBe(at(1));
  });

  it('begins again with another day', () => {
    const { player, shown } = start();
    play(player, 3);
    shown.value = trackOf([{ at: at(100), latitude: 5 }, { at: at(101) }], { day: '2026-03-11' });
    return Promise.resolve().then(() => {
      expect(player.playing.value).toBe(false);
      expect(player.time.value).toBe(at(100));
      expect(player.vehicle.value?.latitude).toBe(5);
    });
  });

  it('plays on where it was when the same day is read again', async () => {
    const { player, shown } = start();
    play(player, 3);
    const reached = player.time.value;
    const before = shown.value;
    shown.value = before && { ...before };
    await Promise.resolve();
    expect(player.playing.value).toBe(true);
    expect(player.time.value).toBe(reached);
  });

  it('shows no vehicle without a track or without a fix', () => {
    expect(start(null).player.vehicle.value).toBeNull();
    const silent = start(trackOf([], { stops: [stopOf(at(0), at(1))] })).player;
    expect(silent.vehicle.value).toBeNull();
    expect(silent.look(at(0))).toBeNull();
  });

  it('looks at other moments without leaving its own', () => {
    const { player } = start();
    expect(player.look(at(31))?.latitude).toBe(-20);
    expect(player.vehicle.value?.latitude).toBe(-23);
  });

  it('asks for no frame once its screen is gone', () => {
    const { player } = start();
    player.play();
    expect(frames.waiting).toBe(1);
    scope.stop();
    expect(frames.waiting).toBe(0);
  });
});
