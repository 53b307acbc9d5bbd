import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paleScale, speedScale, trackTokens, type TrackColors } from '@/map/layers/track-colors';

const file = resolve(import.meta.dirname, '../../../../../src/map/layers/track-tokens.css');
const css = readFileSync(file, 'utf8');
const [light = '', dark = ''] = css.split("[data-theme='dark']");

function colorsOf(theme: string): TrackColors {
  const values = Object.entries(trackTokens).map(([name, token]) => {
    const value = new RegExp(`${token}: (#[0-9a-f]{6});`).exec(theme)?.[1];
    if (value === undefined) throw new Error(`${token} is not set as #rrggbb`);
    return [name, value];
  });
  return Object.fromEntries(values) as TrackColors;
}

/** Relative luminance, as WCAG has it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const value = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of speed in the %s look', (_name, theme) => {
  const colors = colorsOf(theme);
  const scale = speedScale(colors);

  it('run from the first token to the last', () => {
    expect(scale[0]).toBe(colors.speed1);
    expect(scale.at(-1)).toBe(colors.speed5);
    expect(new Set(scale).size).toBe(24);
  });

  it('grow lighter all the way, so that hues need not be told apart', () => {
    for (const [step, colour] of scale.entries()) {
      if (step > 0) expect(luminance(colour)).toBeGreaterThan(luminance(scale[step - 1] ?? ''));
    }
    expect(luminance(scale.at(-1) ?? '') / luminance(scale[0] ?? '')).toBeGreaterThan(3);
  });

  it('stand apart from those of what was not travelled', () => {
    const pale = luminance(colors.pale);
    for (const [step, colour] of paleScale(colors).entries()) {
      const travelled = Math.abs(luminance(scale[step] ?? '') - pale);
      expect(Math.abs(luminance(colour) - pale)).toBeLessThan(travelled);
    }
  });
});
