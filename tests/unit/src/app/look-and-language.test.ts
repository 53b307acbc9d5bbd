import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextTick, ref } from 'vue';
import type { Settings } from '@contract/settings';
import { chooseLocale, setLocale, useI18n } from '@/i18n/i18n';
import { nameOfLanguage } from '@/i18n/language-names';
import { followTheme, useTheme } from '@/app/theme';

describe('the look', () => {
  it('follows the system until a person chooses', async () => {
    let tell: (event: { matches: boolean }) => void = () => undefined;
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: (_: string, listener: typeof tell) => {
        tell = listener;
      },
    }));
    const choice = ref<Settings['theme']>('system');
    followTheme(() => choice.value);
    expect(document.documentElement.dataset['theme']).toBe('dark');
    tell({ matches: false });
    expect(useTheme().value).toBe('light');
    choice.value = 'dark';
    await nextTick();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    tell({ matches: false });
    expect(useTheme().value).toBe('dark');
    vi.unstubAllGlobals();
  });
});

describe('the language', () => {
  afterEach(() => {
    setLocale('en');
  });

  it.each([
    [['pt-BR', 'en'], 'pt-BR'],
    [['pt-PT'], 'pt-BR'],
    [['xx', 'es-419'], 'es'],
    [['PT-br'], 'pt-BR'],
    [['xx', 'yy'], 'en'],
    [[], 'en'],
  ] as const)('of somebody who reads %j is %s', (preferred, locale) => {
    expect(chooseLocale(preferred)).toBe(locale);
  });

  it('names itself', () => {
    expect(nameOfLanguage('pt-BR')).toBe('Português (Brasil)');
    expect(nameOfLanguage('es')).toBe('Español');
  });

  it('fills placeholders and chooses between forms', () => {
    const { t } = useI18n();
    expect(t('app.status.queued', {}, 3)).toBe('3 queued');
    expect(t('app.search.hint', {}, 1)).toBe('Type to search 1 vehicle.');
    setLocale('pt-BR');
    expect(t('app.search.hint', {}, 2)).toBe('Digite para buscar em 2 veículos.');
    expect(t('app.reveal', { field: 'Senha' })).toBe('Mostrar Senha');
  });
});
