import { afterEach, describe, expect, it } from 'vitest';
import { setLocale, setPseudo, useI18n } from '@/i18n/i18n';
import { pseudoSentence } from '@/i18n/pseudo';

afterEach(() => {
  setPseudo(false);
  setLocale('en');
});

describe('the invented language', () => {
  it('is longer, accented and in brackets', () => {
    const made = pseudoSentence('Show the whole fleet');
    expect(made).toMatch(/^\[!!! .*\]$/);
    expect(made).not.toContain('Show');
    expect(made.length).toBeGreaterThan('Show the whole fleet'.length * 1.4);
  });

  it('keeps placeholders, forms, literals and links', () => {
    expect(pseudoSentence('{n} vehicle | {n} vehicles').match(/\{n\}/g)).toHaveLength(2);
    expect(pseudoSentence('{n} vehicle | {n} vehicles').split(' | ')).toHaveLength(2);
    expect(pseudoSentence("With {'{z}'} and {name}")).toContain("{'{z}'}");
    expect(pseudoSentence('@:app.tooLong')).toBe('@:app.tooLong');
    expect(pseudoSentence('{a} · {b}')).toContain('{a} · {b}');
  });

  it('is spoken by the page while it is switched on, and fills in what English does', () => {
    const { t, locale } = useI18n();
    setPseudo(true);
    expect(t('app.save')).toMatch(/^\[!!! Šáṽé/);
    expect(t('liveMap.list.shown', { n: 3 }, 3)).toContain('3');
    // Dates and help go by the language that it was made of.
    expect(locale.value).toBe('en');
    setPseudo(false);
    expect(t('app.save')).toBe('Save');
  });
});
