import { isSameRoom, type TakenRoom } from '../taken-room';

/**
 * While nobody is at work, names of the map are chosen again this often at most, milliseconds: it
 * takes a picture of its own, and one more for each step of their fade.
 */
const seldom = 30_000;

/** Tells the names of the map where vehicles are, as far as that is news to them. */
export type TakenNews = {
  /** A view was asked for: its names wait to hear what is taken in it. */
  expectView(): void;
  /** Nobody is at work from now on, or somebody is. */
  setRests(rests: boolean): void;
  /** A frame was drawn. */
  look(taken: TakenRoom, scale: number, now: number): void;
};

export function createTakenNews(tell: (taken: TakenRoom) => void): TakenNews {
  let told: TakenRoom = new Float64Array();
  let toldAt = -Infinity;
  let isViewNew = false;
  let isAtRest = false;

  return {
    expectView() {
      isViewNew = true;
    },
    setRests(rests) {
      isAtRest = rests;
    },
    look(taken, scale, now) {
      if (taken === told) return;
      const canWait = (isAtRest && now - toldAt < seldom) || isSameRoom(taken, told, scale);
      if (canWait && !isViewNew) return;
      told = taken;
      toldAt = now;
      isViewNew = false;
      tell(taken);
    },
  };
}
