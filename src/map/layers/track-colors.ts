import type { ColorsOf } from '../core/token-colors';

/** The tokens of a track's line. */
export const trackTokens = {
  speed1: '--track-speed-1',
  speed2: '--track-speed-2',
  speed3: '--track-speed-3',
  speed4: '--track-speed-4',
  speed5: '--track-speed-5',
  unknown: '--track-unknown',
  pale: '--track-pale',
  casing: '--track-casing',
  gap: '--track-gap',
} as const;

/** The colours of a track's line in the theme in use. */
export type TrackColors = ColorsOf<typeof trackTokens>;

/** So many steps look continuous and keep the number of strokes small. */
const steps = 24;
/** How much of the pale colour is in what was not travelled yet. */
export const paleness = 0.55;

/** The scale from slow to fast, evenly between the colours of the tokens. */
export function speedScale(colors: TrackColors): string[] {
  const stops = [colors.speed1, colors.speed2, colors.speed3, colors.speed4, colors.speed5];
  return Array.from({ length: steps }, (_, step) => {
    const place = (step / (steps - 1)) * (stops.length - 1);
    const index = Math.min(Math.floor(place), stops.length - 2);
    return mix(stops[index] ?? '', stops[index + 1] ?? '', place - index);
  });
}

/** What was not travelled yet: the same colours, nearer to the map's. */
export function paleScale(colors: TrackColors): string[] {
  return speedScale(colors).map((colour) => mix(colour, colors.pale, paleness));
}

/** The pale one of a speed that nobody knows. */
export function paleUnknown({ unknown, pale }: TrackColors): string {
  return mix(unknown, pale, paleness);
}

/** A colour between two of the form `#rrggbb`. */
function mix(from: string, to: string, fraction: number): string {
  const channel = (colour: string, place: number) =>
    Number.parseInt(colour.slice(place, place + 2), 16);
  const mixed = [1, 3, 5].map((place) => {
    const value = channel(from, place) * (1 - fraction) + channel(to, place) * fraction;
    return Math.round(value).toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
