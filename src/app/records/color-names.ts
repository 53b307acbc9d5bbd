/** Names that a vehicle's color is shown by: lists show no codes. */
export const colorNames = [
  'white',
  'silver',
  'gray',
  'black',
  'red',
  'brown',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
] as const;

/** A name that a color is shown by. */
export type ColorName = (typeof colorNames)[number];

/** Hues up to these degrees, by name; red begins again at the end of the circle. */
const hues: readonly (readonly [number, ColorName])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [255, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [360, 'red'],
];

/** The name of the color that `#RRGGBB` comes closest to. */
export function colorNameOf(hex: string): ColorName {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const light = (most + least) / 2;
  if (light > 0.94) return 'white';
  if (light < 0.09) return 'black';
  const saturation = spread / (1 - Math.abs(2 * light - 1) || 1);
  if (saturation < 0.14 || spread < 0.06) {
    if (light < 0.2) return 'black';
    if (light > 0.88) return 'white';
    return light > 0.62 ? 'silver' : 'gray';
  }
  const hue = hueOf([red, green, blue], most, spread);
  const name = hues.find(([end]) => hue <= end)?.[1] ?? 'red';
  // Dark or dull orange is what people call brown.
  if ((name === 'orange' || (name === 'red' && hue > 6 && hue < 20)) && light < 0.4) return 'brown';
  return name === 'red' && light > 0.72 ? 'pink' : name;
}

function hueOf(
  [red, green, blue]: readonly [number, number, number],
  most: number,
  spread: number,
): number {
  const turns =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  return (turns * 60 + 360) % 360;
}
