import { describe, expect, it } from 'vitest';
import {
  attributionParts,
  attributionText,
  cleanAttribution,
  longestAttribution,
} from '@contract/rules/attribution';

const osm = 'https://www.openstreetmap.org/copyright';
const given = `&copy; <a href="${osm}" target="_blank">OpenStreetMap</a> contributors`;

describe('whose data a map shows', () => {
  it('is text with the links that the map gives', () => {
    expect(attributionParts(given)).toEqual([
      { text: '© ', link: null },
      { text: 'OpenStreetMap', link: osm },
      { text: ' contributors', link: null },
    ]);
    expect(attributionText(given)).toBe('© OpenStreetMap contributors');
  });

  it('has a link where an address stands in its text, without the stop behind it', () => {
    expect(attributionParts('See https://tiles.example/license.')).toEqual([
      { text: 'See ', link: null },
      { text: 'https://tiles.example/license', link: 'https://tiles.example/license' },
      { text: '.', link: null },
    ]);
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['plain HTTP', 'http://tiles.example/'],
    ['a name and password', 'https://me:secret@tiles.example/'],
    ['no address', '/copyright'],
  ])('has no link to %s', (_name, address) => {
    expect(attributionParts(`<a href='${address}'>data</a>`)).toEqual([
      { text: 'data', link: null },
    ]);
  });

  it('loses all other markup, broken markup too, and is on one line', () => {
    const hostile = 'A <b>map</b>\n<img src=x onerror=alert(1)> &amp; <a>more</a> <script>';
    expect(attributionText(hostile)).toBe('A map & more');
    expect(attributionText('a < b &lt;i&gt; &#169; &#x2014; &nope;')).toBe('a < b <i> © — &nope;');
  });

  it('reads the same after it was cleaned, once and again', () => {
    for (const markup of [
      given,
      'a &lt;b&gt; & "c"',
      '<a href="https://a.example/?b=1&amp;c=2">x</a>',
    ]) {
      const clean = cleanAttribution(markup);
      expect(attributionParts(clean)).toEqual(attributionParts(markup));
      expect(cleanAttribution(clean)).toBe(clean);
    }
  });

  it('stays short, and keeps its text where its links are too long', () => {
    const link = (text: string) => `<a href="https://a.example/${'x'.repeat(900)}">${text}</a>`;
    const clean = cleanAttribution(`${link('one')} ${link('two')} ${link('three')} four`);
    expect(clean.length).toBeLessThanOrEqual(longestAttribution);
    expect(attributionText(clean)).toBe('one two three four');
    expect(attributionText('<'.repeat(9000)).length).toBeLessThanOrEqual(400);
    expect(cleanAttribution('&'.repeat(4000)).length).toBeLessThanOrEqual(longestAttribution);
  });
});
