import { describe, expect, it } from 'vitest';
import { fold, lettersOf, sortKeyOf, wordsOf } from '@contract/folding';

describe('fold', () => {
  it.each([
    ['Ribeirão Preto', 'ribeirao preto'],
    ['ÁÉÍÓÚ çãõ ñ', 'aeiou cao n'],
    ['Łódź Øster Straße Đà', 'lodz oster strasse da'],
    ['İstanbul', 'istanbul'],
    ['ﬁat ①', 'fiat 1'],
    ['Москва', 'москва'],
    ['', ''],
  ])('%s reads as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('words and letters', () => {
  it('are split at whatever is neither', () => {
    expect(wordsOf("D'Ávila – Transportes_2/ltda.")).toEqual([
      'd',
      'avila',
      'transportes',
      '2',
      'ltda',
    ]);
    expect(wordsOf(' --- ')).toEqual([]);
  });

  it('take a plate with a dash, a space or neither as the same', () => {
    expect(new Set(['ABC-1D23', 'abc 1d23', 'ABC1D23'].map(lettersOf))).toEqual(
      new Set(['abc1d23']),
    );
  });

  it('leave the digits of what people punctuate', () => {
    expect(lettersOf('+55 (16) 99999-0001')).toBe('5516999990001');
    expect(lettersOf('123.456.789-09')).toBe('12345678909');
  });
});

describe('sort keys', () => {
  it('order texts as people do', () => {
    const texts = [
      'Van 10',
      'van 9',
      'Ônibus',
      'onibus 2',
      'Ándré',
      'andre 007',
      'andre 10',
      'Zeta',
    ];
    const sorted = texts.sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
    expect(sorted).toEqual([
      'Ándré',
      'andre 007',
      'andre 10',
      'Ônibus',
      'onibus 2',
      'van 9',
      'Van 10',
      'Zeta',
    ]);
  });

  it('order numbers longer than any number of the language', () => {
    expect(sortKeyOf('99999999999999999998') < sortKeyOf('99999999999999999999')).toBe(true);
    expect(sortKeyOf('9') < sortKeyOf('10000000000000000000000')).toBe(true);
  });
});
