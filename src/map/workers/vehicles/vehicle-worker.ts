import { loadDrawingFont } from '../fonts';
import { createStage } from '../stage';
import { isStageMessage } from '../stage-messages';
import { restingView } from '../zoom-glide';
import { hitAt, passedAt } from './hit-test';
import { drawnReport, slotsInView } from './in-view';
import type { VehiclesMessage, VehiclesReport } from './messages';
import { createScene } from './scene';
import { createTakenNews } from './taken-news';

/** Draws the vehicles off the page's thread, however many there are. */

/** What is in view is reported once the map has come to rest, milliseconds. */
const restFor = 250;

/** While nobody is at work it is reported so long after something changed, milliseconds. */
const seldom = 30_000;

const scene = createScene();
let tellsDrawn = false;
let inView: Uint32Array = new Uint32Array();
let resting: ReturnType<typeof setTimeout> | undefined;
/** Nobody is at work. */
let rests = false;

function report(message: VehiclesReport, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** Names of the map give way to what is drawn here, and wait for it where the view is new. */
const takenNews = createTakenNews((taken) => {
  report({ type: 'taken', taken });
});

const stage = createStage(
  (context, view, now) => {
    const moves = scene.draw(context, view, now);
    if (tellsDrawn) report(drawnReport(scene, now));
    if (!view.gliding) takenNews.look(scene.taken(), view.scale, now);
    return moves;
  },
  report,
  scene.picturesLost,
);

function tellInView(): void {
  resting = undefined;
  const view = stage.view();
  if (!view) return;
  const slots = slotsInView(scene, view);
  if (slots.length === inView.length && slots.every((slot, index) => slot === inView[index])) {
    return;
  }
  inView = slots.slice();
  report({ type: 'in-view', slots }, [slots.buffer]);
}

function tellInViewIn(delay: number): void {
  clearTimeout(resting);
  resting = setTimeout(tellInView, delay);
}

function changed(): void {
  stage.invalidate();
  if (resting === undefined) tellInViewIn(rests ? seldom : restFor);
}

/** From now on somebody is at work, or nobody is. */
function setRests(wanted: boolean): void {
  if (wanted === rests) return;
  rests = wanted;
  takenNews.setRests(rests);
  if (!rests) tellInViewIn(restFor);
}

self.addEventListener('message', ({ data: message }: MessageEvent<VehiclesMessage>) => {
  if (isStageMessage(message)) {
    stage.handle(message);
    if (message.type === 'stage-view') {
      takenNews.expectView();
      if (rests) tellInViewIn(restFor);
      changed();
    }
    return;
  }
  switch (message.type) {
    case 'colors':
      scene.setColors(message.colors);
      break;
    case 'vehicles':
      if (!scene.apply(message.packed, performance.now())) return;
      break;
    case 'names':
      scene.setNames(message.slots, message.names);
      break;
    case 'remove':
      scene.remove(message.slots);
      break;
    case 'emphasis':
      scene.setEmphasis(message.emphasis);
      break;
    case 'shown':
      scene.setShown(message.shown, message.hides);
      break;
    case 'alarmed':
      scene.setAlarmed(message.slots);
      break;
    case 'look':
      scene.setLook(message);
      setRests(message.rests);
      break;
    case 'covered':
      scene.setCovered(message.boxes);
      break;
    case 'trail':
      scene.setTrail(message.points);
      break;
    case 'hit': {
      const view = stage.view();
      const hit = view && hitAt(scene, restingView(view), message, performance.now());
      report({ type: 'hit', id: message.id, hit });
      return;
    }
    case 'hover': {
      const view = stage.view();
      const hit = view && passedAt(scene, restingView(view), message, performance.now());
      report({ type: 'hovered', id: message.id, hit });
      return;
    }
    case 'tell-drawn':
      tellsDrawn = true;
      break;
  }
  changed();
});

void loadDrawingFont().then(() => {
  scene.fontArrived();
  stage.invalidate();
});
