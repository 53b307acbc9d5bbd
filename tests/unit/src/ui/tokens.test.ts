import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../../../src');
const css = readFileSync(path.join(src, 'ui/tokens.css'), 'utf8');

type Tokens = Record<string, string>;

function tokensIn(block: string): Tokens {
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name, value]) => [name, value]),
  ) as Tokens;
}

const light = tokensIn(/:root \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '');
const dark = tokensIn(/:root\[data-theme='dark'\] \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '');

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** An opaque colour, or one with an alpha as it looks on an opaque ground. */
function onGround(colour: string, ground: string): string {
  const alpha = colour.length > 7 ? Number.parseInt(colour.slice(7, 9), 16) / 255 : 1;
  const channels = [1, 3, 5].map((at) => {
    const [over = 0, under = 0] = [colour, ground].map((hex) =>
      Number.parseInt(hex.slice(at, at + 2), 16),
    );
    return Math.round(alpha * over + (1 - alpha) * under);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const surfaces = ['surface-backdrop', 'surface-panel', 'surface-raised', 'surface-sunken'];
const pairs: [text: string, ground: string][] = [
  ...surfaces.flatMap((surface) =>
    [
      'text',
      'text-soft',
      'text-faint',
      'notice-text',
      'accent-text',
      'alarm-text',
      'success-text',
    ].map((text): [string, string] => [text, surface]),
  ),
  ['notice-text', 'notice-soft'],
  ['text-soft', 'notice-soft'],
  ['text-faint', 'notice-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-pressed'],
  ['on-notice', 'notice'],
  ['text-inverse', 'surface-inverse'],
  ['text', 'surface-chosen'],
];

describe.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('the %s look', (_, tokens) => {
  it.each(pairs)('has %s readable on %s', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  const motions = Object.keys(tokens).filter((name) => name.startsWith('motion-'));
  it.each([...motions, 'ring-live', 'ring-late', 'ring-silent', 'alarm', 'accent', 'success'])(
    'has %s stand out from panel and map halo',
    (mark) => {
      for (const ground of ['surface-panel', 'marker-halo']) {
        expect(contrast(tokens[mark] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
      }
    },
  );
});

describe.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('fields, boxes, circles and switches in the %s look', (_, tokens) => {
  it.each(surfaces)('have a line that is seen on %s', (surface) => {
    const ground = tokens[surface] ?? '';
    const line = onGround(tokens['line-control'] ?? '', ground);
    expect(contrast(line, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('colours', () => {
  it('are all set again for the dark look', () => {
    const isColour = ([, value]: [string, string]) => value.startsWith('#');
    expect(
      Object.entries(light)
        .filter(isColour)
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      Object.entries(dark)
        .filter(isColour)
        .map(([name]) => name)
        .sort(),
    );
  });

  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(vue|css)$/.test(file),
  );

  it.each(files.filter((file) => !file.endsWith('tokens.css')))('are only named, in %s', (file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    const styles = file.endsWith('.vue')
      ? Array.from(text.matchAll(/<style[\s\S]*?<\/style>/g), ([style]) => style).join('\n')
      : text;
    expect(styles.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/gi) ?? []).toEqual([]);
  });
});
