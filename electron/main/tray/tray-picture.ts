/** A picture as the tray takes it: rows of pixels of four bytes each, blue, green, red, opacity. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Digits as rows of three dots. */
const digits: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '#.#', '#.#', '#.#', '###'],
  '1': ['.#.', '##.', '.#.', '.#.', '###'],
  '2': ['###', '..#', '###', '#..', '###'],
  '3': ['###', '..#', '.##', '..#', '###'],
  '4': ['#.#', '#.#', '###', '..#', '..#'],
  '5': ['###', '#..', '###', '..#', '###'],
  '6': ['###', '#..', '###', '#.#', '###'],
  '7': ['###', '..#', '.#.', '.#.', '.#.'],
  '8': ['###', '#.#', '###', '#.#', '###'],
  '9': ['###', '#.#', '###', '..#', '###'],
  '+': ['...', '.#.', '###', '.#.', '...'],
};

const [glyphWidth, glyphHeight] = [3, 5];
const red = [0x3d, 0x2d, 0xc9] as const;
const white = [0xff, 0xff, 0xff] as const;

/** The number that a badge shows: two signs at most. */
export function badgeText(count: number): string {
  return count > 9 ? '9+' : String(count);
}

/** A picture with a red badge in its lower right corner that holds a number; none for zero. */
export function withBadge(picture: Picture, count: number): Picture {
  if (count <= 0) return picture;
  const pixels = Uint8Array.from(picture.pixels);
  const drawn = { ...picture, pixels };
  const text = badgeText(count);
  const dot = Math.max(1, Math.round(picture.height / 11));
  const width = (text.length * (glyphWidth + 1) - 1) * dot;
  const height = (glyphHeight + 4) * dot;
  const span = Math.max(width + 4 * dot, height);
  const [left, top] = [picture.width - span, picture.height - height];
  fillPill(drawn, left, top, span, height);
  const start = left + Math.round((span - width) / 2);
  [...text].forEach((sign, at) => {
    writeDigit(drawn, sign, start + at * (glyphWidth + 1) * dot, top + 2 * dot, dot);
  });
  return drawn;
}

/** A picture without its colors, half seen through: the service can't be reached. */
export function dimmed(picture: Picture): Picture {
  const pixels = Uint8Array.from(picture.pixels);
  for (let at = 0; at < pixels.length; at += 4) {
    const [blue = 0, green = 0, redness = 0, opacity = 0] = pixels.subarray(at, at + 4);
    const gray = Math.round(0.114 * blue + 0.587 * green + 0.299 * redness);
    pixels.set([gray, gray, gray, opacity], at);
  }
  return { ...picture, pixels };
}

function fillPill(picture: Picture, left: number, top: number, span: number, height: number): void {
  const radius = height / 2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < span; x += 1) {
      const [fromLeft, fromTop] = [x + 0.5, y + 0.5];
      const nearest = Math.min(Math.max(fromLeft, radius), span - radius);
      const distance = Math.hypot(fromLeft - nearest, fromTop - radius);
      if (distance <= radius) paint(picture, left + x, top + y, red);
    }
  }
}

function writeDigit(picture: Picture, sign: string, left: number, top: number, dot: number): void {
  (digits[sign] ?? []).forEach((row, y) => {
    [...row].forEach((mark, x) => {
      if (mark !== '#') return;
      for (let across = 0; across < dot; across += 1) {
        for (let down = 0; down < dot; down += 1) {
          paint(picture, left + x * dot + across, top + y * dot + down, white);
        }
      }
    });
  });
}

function paint(picture: Picture, x: number, y: number, color: readonly number[]): void {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
  picture.pixels.set([...color, 0xff], (y * picture.width + x) * 4);
}
