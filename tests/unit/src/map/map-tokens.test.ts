import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const file = resolve(import.meta.dirname, '../../../../src/map/map-tokens.css');
const [light = '', dark = ''] = readFileSync(file, 'utf8').split(":root[data-theme='dark']");

function luminance(css: string, token: string): number {
  const hex = new RegExp(`--${token}: #([0-9a-f]{6})`).exec(css)?.[1] ?? '';
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(css: string, one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(css, one), luminance(css, other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('the streets of the map', () => {
  it.each(['map-street', 'map-avenue', 'map-motorway', 'map-road-far'])(
    'can be told from the ground in the dark: %s',
    (road) => {
      expect(contrast(dark, road, 'map-land')).toBeGreaterThanOrEqual(2);
    },
  );

  it.each([
    ['the light', light],
    ['the dark', dark],
  ])('bear names that can be read in %s', (_theme, css) => {
    expect(contrast(css, 'map-label-road', 'map-label-halo')).toBeGreaterThanOrEqual(4.5);
  });

  it('have edges that can be seen in the light', () => {
    expect(contrast(light, 'map-motorway-casing', 'map-land')).toBeGreaterThan(1.6);
  });
});
