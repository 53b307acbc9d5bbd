import { drawingFont } from '../../fonts';

/** Whether the fonts of this computer have the letters of a name. */
export type CanWrite = (name: string) => boolean;

/** No font has this letter: what is drawn for it is drawn for every letter that is missing. */
const nowhere = '\u0378';

/** The first letter that is not of the script which the drawing font itself has. */
const foreign = /[^\p{Script=Latin}\P{L}]/u;

/** Letters so near each other are of one script, and in the same fonts. */
const blockSize = 128;

const edge = 32;
const known = new Map<number, boolean>();

/** Boxes in place of letters tell nobody anything, as where a computer has no font for Thai. */
export const canWriteHere: CanWrite = (name) => {
  const letter = foreign.exec(name)?.[0];
  if (letter === undefined || typeof OffscreenCanvas === 'undefined') return true;
  const block = Math.floor((letter.codePointAt(0) ?? 0) / blockSize);
  const before = known.get(block);
  if (before !== undefined) return before;
  const isThere = pixelsOf(letter) !== pixelsOf(nowhere);
  known.set(block, isThere);
  return isThere;
};

function pixelsOf(letter: string): string {
  const context = new OffscreenCanvas(edge, edge).getContext('2d', { willReadFrequently: true });
  if (context === null) return letter;
  context.font = `20px ${drawingFont()}`;
  context.textBaseline = 'middle';
  context.fillText(letter, 4, edge / 2);
  return context.getImageData(0, 0, edge, edge).data.join();
}

/** The first of several names that can be written; null where there is none. */
export function firstWritable(
  names: readonly (string | undefined)[],
  canWrite: CanWrite,
): string | null {
  return names.find((name) => name !== undefined && canWrite(name)) ?? null;
}
