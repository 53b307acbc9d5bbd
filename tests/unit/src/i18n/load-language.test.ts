import { beforeEach, expect, it, vi } from 'vitest';
import { computed } from 'vue';

beforeEach(() => {
  vi.resetModules();
});

it('a language is spoken once it is loaded, and no other one is', async () => {
  const { loadLanguage, setLocale, useI18n } = await import('@/i18n/i18n');
  const { t } = useI18n();
  await loadLanguage('es');
  expect(t('app.save')).toBe('app.save');
  setLocale('es');
  expect(t('app.save')).toBe('Guardar');
});

it('what a profile describes stays where its sentences were there before the language', async () => {
  const { addMessages, loadLanguage, setLocale, useI18n } = await import('@/i18n/i18n');
  const { t } = useI18n();
  addMessages('pt-BR', { app: { screens: { serviceOrders: 'Ordens' } } });
  await Promise.all([loadLanguage('pt-BR'), loadLanguage('pt-BR')]);
  setLocale('pt-BR');
  expect(t('app.screens.serviceOrders')).toBe('Ordens');
  expect(t('app.save')).toBe('Salvar');
});

it('what was said before is said again in another language, and once its sentences are others', async () => {
  const { addMessages, loadLanguage, setLocale, setPseudo, useI18n } = await import('@/i18n/i18n');
  const { t } = useI18n();
  await loadLanguage('en');
  const said = computed(() => t('app.save'));
  expect([said.value, t('app.save')]).toEqual(['Save', 'Save']);
  await loadLanguage('es');
  setLocale('es');
  expect([said.value, t('app.save')]).toEqual(['Guardar', 'Guardar']);
  addMessages('es', { app: { save: 'Grabar' } });
  expect([said.value, t('app.save')]).toEqual(['Grabar', 'Grabar']);
  setPseudo(true);
  expect(t('app.save')).not.toMatch(/^(Grabar|Save)$/);
  setPseudo(false);
  expect(said.value).toBe('Grabar');
});
