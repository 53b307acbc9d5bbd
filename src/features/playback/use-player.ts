import { computed, onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import type { Motion } from '@contract/fixes';
import type { Track } from '@contract/trajectories';
import { useSettingsStore } from '@/app/stores/settings-store';
import {
  findNext,
  findPrevious,
  listLandmarks,
  stopsAndAlarms,
  type Landmark,
  type LandmarkKind,
} from './landmarks';
import { motionAt } from './motion';
import { PlaybackClock, stepSpeed, type FrameSource, type Span } from './playback-clock';
import { createTrackReader, type TrackState } from './playback-maths';
import { openingMoment, spanOf } from './timeline';

/** How long a jumped gap is mentioned, milliseconds. */
const mention = 4000;
/** Words follow a playing vehicle after so long, milliseconds: nobody reads faster. */
const readingPause = 100;

const windowFrames: FrameSource = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => {
    cancelAnimationFrame(handle);
  },
};

/** A moment in words. */
export type Reading = {
  /** Epoch milliseconds. */
  time: number;
  vehicle: TrackState | null;
  motion: Motion;
};

/** The player of one track, for as long as the calling component lives. */
export type Player = {
  /** What is played; null where nothing is. */
  track: Readonly<Ref<Track | null>>;
  /** What the axis shows; the whole day where there is no track. */
  range: Readonly<Ref<Span>>;
  /** Epoch milliseconds. */
  time: Readonly<Ref<number>>;
  playing: Readonly<Ref<boolean>>;
  speed: Readonly<Ref<number>>;
  loop: Readonly<Ref<boolean>>;
  /** The vehicle at the present moment; null without a fix. */
  vehicle: Readonly<ShallowRef<TrackState | null>>;
  /** What it does then; unknown where no fix tells. */
  motion: Readonly<Ref<Motion>>;
  /** The present moment for who reads it: while it plays it follows ten times a second. */
  reading: Readonly<ShallowRef<Reading>>;
  /** The gap that was jumped a moment ago. */
  jumped: Readonly<ShallowRef<Span | null>>;
  toggle(): void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  /** Milliseconds on or back. */
  moveBy(amount: number): void;
  faster(direction: 1 | -1): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  /** Steps to the next or the previous landmark; answers whether there was one. */
  step(direction: 1 | -1, kinds?: readonly LandmarkKind[]): boolean;
  /** The vehicle at any moment, for a pointer that hovers over the axis. */
  look(time: number): TrackState | null;
};

/** Plays a track on a clock of its own. Speed and gap handling are those of the settings. */
export function usePlayer(track: Readonly<Ref<Track | null>>, frames = windowFrames): Player {
  const settings = useSettingsStore();
  const clock = new PlaybackClock({ frames, speed: settings.state.playbackSpeed });
  const range = shallowRef<Span>({ from: 0, to: 0 });
  const time = shallowRef(0);
  const playing = shallowRef(false);
  const speed = shallowRef(clock.state().speed);
  const vehicle = shallowRef<TrackState | null>(null);
  const motion = computed(() => {
    const state = vehicle.value;
    const speed = track.value?.movingSpeed;
    return state === null || speed === undefined ? 'unknown' : motionAt(state, speed);
  });
  const reading = shallowRef<Reading>({ time: 0, vehicle: null, motion: 'unknown' });
  const jumped = shallowRef<Span | null>(null);
  const loop = shallowRef(false);
  let readVehicle: ((time: number) => TrackState) | null = null;
  let look: Player['look'] = () => null;
  let landmarks: readonly Landmark[] = [];
  let forget: ReturnType<typeof setTimeout> | undefined;

  clock.subscribe((state, gap) => {
    range.value = state.range;
    time.value = state.time;
    playing.value = state.playing;
    speed.value = state.speed;
    loop.value = state.loop;
    vehicle.value = readVehicle?.(state.time) ?? null;
    const passed = Math.abs(state.time - reading.value.time);
    if (!state.playing || passed >= state.speed * readingPause) {
      reading.value = { time: state.time, vehicle: vehicle.value, motion: motion.value };
    }
    if (gap !== null) mentionJump(gap);
  });

  function mentionJump(gap: Span): void {
    jumped.value = gap;
    clearTimeout(forget);
    forget = setTimeout(() => {
      jumped.value = null;
    }, mention);
  }

  watch(
    track,
    (now, before) => {
      readVehicle = now && createTrackReader(now);
      // A reader of its own, so that hovering does not cost playing its place.
      look = (now && createTrackReader(now)) ?? (() => null);
      landmarks = now ? listLandmarks(now) : [];
      jumped.value = null;
      if (now === null) {
        clock.load({ from: 0, to: 0 }, [], 0);
        return;
      }
      const span = spanOf(now);
      const isSame = now.vehicleId === before?.vehicleId && now.day === before.day;
      // The same day, read again, plays on where it was.
      if (isSame) clock.extend(span, now.gaps);
      else clock.load(span, now.gaps, openingMoment(now, span));
    },
    { immediate: true },
  );
  watch(
    () => settings.state.gapHandling,
    (handling) => {
      clock.setGapHandling(handling);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(forget);
    clock.dispose();
  });

  function setSpeed(wanted: number): void {
    clock.setSpeed(wanted);
    void settings.update({ playbackSpeed: clock.state().speed });
  }

  return {
    track,
    range,
    time,
    playing,
    speed,
    vehicle,
    motion,
    reading,
    jumped,
    loop,
    toggle() {
      clock.toggle();
    },
    play() {
      clock.play();
    },
    pause() {
      clock.pause();
    },
    seek(to) {
      clock.seek(to);
    },
    moveBy(amount) {
      clock.shift(amount);
    },
    faster(direction) {
      setSpeed(stepSpeed(clock.state().speed, direction));
    },
    setSpeed,
    setLoop(wanted) {
      clock.setLoop(wanted);
    },
    step(direction, kinds = stopsAndAlarms) {
      const now = clock.state();
      // A second of real time past a landmark still counts as being there.
      const grace = now.playing ? now.speed * 1000 : 0;
      const found =
        direction > 0
          ? findNext(landmarks, kinds, now.time)
          : findPrevious(landmarks, kinds, now.time, grace);
      if (found === null) return false;
      clock.seek(found.at);
      return true;
    },
    look: (moment) => look(moment),
  };
}
