import { expect, it } from 'vitest';
import { looks, Wanted } from '@main/shots/wanted';

const screens = ['map', 'map-card', 'vehicles'];

function taken(...only: string[]): string[] {
  const wanted = new Wanted(only);
  return screens.flatMap((screen) =>
    looks.filter((look) => wanted.picture(screen, look)).map((look) => `${screen}-${look}`),
  );
}

it('takes every screen in every look where nothing narrows it', () => {
  expect(taken()).toHaveLength(screens.length * looks.length);
});

it('takes the screens that are named, in every look', () => {
  expect(taken('map-card')).toEqual(looks.map((look) => `map-card-${look}`));
});

it('takes every screen in the looks that are named', () => {
  expect(taken('dark')).toEqual(screens.map((screen) => `${screen}-dark`));
});

it('narrows screens by looks', () => {
  expect(taken('map', 'vehicles', '900x600')).toEqual(['map-900x600', 'vehicles-900x600']);
});

it('takes single pictures and nothing else', () => {
  expect(taken('map-light', 'vehicles-pt-BR')).toEqual(['map-light', 'vehicles-pt-BR']);
  expect(new Wanted(['map-light']).any('map-card', 'vehicles')).toBe(false);
});

it('names what is asked for and is no picture', () => {
  const wanted = new Wanted(['map', 'welcome', 'map-card-dark', 'chart-light', '900x600']);
  expect(wanted.any('map', 'map-card')).toBe(true);
  expect(wanted.unknown()).toEqual(['welcome', 'chart-light']);
});
