import type { Streets } from '@contract/streets';
import { createLabelBoxes } from '../label-boxes';
import { wordsLeft, type DrawnView } from '../zoom-glide';
import type { Context, PlacedLabel } from './label';
import type { BasemapColors } from './messages';
import { createWorldLabels } from './place-labels';
import { createStreetLabels, type StreetLabels } from './street-labels';

/** A name that was not there before comes up in so many milliseconds. */
const fadeIn = 160;

/** The names on the map: chosen once a view, drawn every frame. */
export type Labels = {
  setLocale(locale: string): void;
  setStreets(streets: Streets | null): void;
  /** The next frame chooses anew. */
  chooseAnew(): void;
  /** Answers whether names are still coming up. */
  draw(context: Context, view: DrawnView, now: number, colors: BasemapColors): boolean;
};

export function createLabels(): Labels {
  const world = createWorldLabels();
  const boxes = createLabelBoxes();
  let streets: StreetLabels | null = null;
  let placed: PlacedLabel[] = [];
  let chosenFor = '';
  let since = new Map<string, number>();

  function choose(context: Context, view: DrawnView, now: number, colors: BasemapColors) {
    boxes.clear();
    placed = [
      ...(streets?.place(context, view, boxes, colors) ?? []),
      ...world.place(context, view, boxes, colors),
    ];
    // What was there a moment ago stays as it was; a first choice comes without ado.
    const isFirst = since.size === 0;
    const before = since;
    since = new Map(placed.map(({ key }) => [key, before.get(key) ?? (isFirst ? -Infinity : now)]));
  }

  return {
    setLocale(locale) {
      world.setLocale(locale);
      chosenFor = '';
    },
    setStreets(given) {
      streets = given && createStreetLabels(given);
      world.setHole(given?.bbox ?? null);
      chosenFor = '';
    },
    chooseAnew() {
      chosenFor = '';
    },
    draw(context, view, now, colors) {
      const viewKey = `${view.zoom}/${view.left}/${view.top}/${view.width}/${view.height}`;
      if (!view.gliding && viewKey !== chosenFor) {
        choose(context, view, now, colors);
        chosenFor = viewKey;
      }
      const left = wordsLeft(view);
      let comes = false;
      for (const label of placed) {
        const part = (now - (since.get(label.key) ?? now)) / fadeIn;
        comes ||= part < 1;
        context.globalAlpha = left * Math.max(0, Math.min(1, part));
        label.paint(context, label.x * view.scale - view.left, label.y * view.scale - view.top);
      }
      context.globalAlpha = 1;
      return comes;
    },
  };
}
