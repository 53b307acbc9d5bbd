import type { LineClass } from './meaning';

/**
 * The line of a road by the word that OpenStreetMap has for it; all schemas use these words for
 * some of their fields. Words that are not here are not drawn.
 */
const lineOfWord = new Map<string, LineClass>(
  (
    [
      ['motorway', ['motorway', 'motorway_link', 'trunk', 'trunk_link']],
      [
        'avenue',
        ['primary', 'primary_link', 'secondary', 'secondary_link', 'tertiary', 'tertiary_link'],
      ],
      [
        'street',
        [
          'unclassified',
          'residential',
          'living_street',
          'road',
          'service',
          'pedestrian',
          'busway',
          'bus_guideway',
        ],
      ],
      ['track', ['track', 'path', 'footway', 'cycleway', 'bridleway', 'steps', 'corridor']],
      [
        'rail',
        [
          'rail',
          'light_rail',
          'subway',
          'tram',
          'narrow_gauge',
          'funicular',
          'monorail',
          'railway',
        ],
      ],
    ] as const
  ).flatMap(([line, words]) => words.map((word) => [word, line] as const)),
);

/** What a road or railway is drawn as, by OpenStreetMap's word for it; null: not drawn. */
export function lineOfRoad(word: string): LineClass | null {
  return lineOfWord.get(word) ?? null;
}
