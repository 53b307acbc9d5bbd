import en from '@resources/locales/en/help.json';
import es from '@resources/locales/es/help.json';
import ptBR from '@resources/locales/pt-BR/help.json';
import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import App from '@/App.vue';
import { settingEntries } from '@/app/settings-catalog';
import HelpPage from '@/features/help/Page.vue';
import { readArticles } from '@/features/help/read-articles';
import { helpSearch } from '@/features/help/search-articles';
import { keyCaps } from '@/ui/key-caps';
import SignInPage from '@/features/sign-in/Page.vue';
import { setLocale } from '@/i18n/i18n';
import { axeFaults, control, render, settled, textOnPage, type } from '../../render';

function press(key: string, target: Element = document.body): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Articles are files that are read when help is opened. */
async function shown(words: string): Promise<void> {
  await expect.poll(textOnPage).toContain(words);
}

const fillers = { en: en.fillers, es: es.fillers, 'pt-BR': ptBR.fillers };

async function search(locale: 'en' | 'pt-BR' | 'es', words: string) {
  const filled = { label: () => '', keys: (keys: string) => keyCaps(keys, 'Space').join('+') };
  return helpSearch(await readArticles(locale), filled, fillers[locale])(words);
}

const find = async (locale: 'en' | 'pt-BR' | 'es', words: string) =>
  (await search(locale, words)).map(({ article, anchor }) => `${article}#${anchor ?? ''}`);

describe('the search of the help', () => {
  it('finds words without their accents, from their beginnings, and with a slip', async () => {
    expect(await find('pt-BR', 'licencas')).toContain('street-maps#licenses');
    expect(await find('es', 'antiguedad')).toContain('freshness#');
    expect(await find('en', 'undo')).toContain('outbox#undo');
    expect(await find('en', 'certif')).toContain('administrators#network');
    expect(await find('en', 'licnses')).toContain('street-maps#licenses');
  });

  it('shows keys as they are on the keyboard, and finds them', async () => {
    const excerpts = (await search('en', 'purpose')).map(({ excerpt }) => excerpt);
    expect(excerpts.join()).toContain('Press Ctrl+K and choose');
    expect(await find('en', 'ctrl+k')).toContain('offline#on-purpose');
  });

  it('shows the cells of a table apart from each other', async () => {
    const [{ excerpt } = { excerpt: '' }] = await search('en', 'never reported');
    expect(excerpt).toContain('Never reported · missing: the device has not sent any');
  });

  it.each([
    ['en', 'how do I get a street map?', 'street-maps#'],
    ['en', 'what is a rule?', 'alerts#rules'],
    ['en', 'what can an administrator manage?', 'administrators#managed'],
    ['en', 'geofence', 'zones#draw'],
    ['en', 'dark mode', 'settings#look'],
    ['en', 'logout', 'offline#sign-out'],
    ['en', 'speed limit', 'alerts#rules'],
    ['pt-BR', 'como faço para ter um mapa de ruas?', 'street-maps#'],
    ['pt-BR', 'cerca virtual', 'zones#draw'],
    ['es', '¿cómo consigo un mapa de calles?', 'street-maps#'],
    ['es', 'modo oscuro', 'settings#look'],
    ['pt-BR', 'nunca informaram', 'freshness#states'],
    ['es', 'nunca han informado', 'freshness#states'],
  ] as const)('answers a question, and words that the app does not use: %s, %s', async (...row) => {
    const [locale, words, answer] = row;
    expect((await find(locale, words)).slice(0, 2)).toContain(answer);
  });

  it('puts a heading before a mention, and most words before some', async () => {
    expect((await find('en', 'geojson'))[0]).toBe('zones#files');
    expect((await find('en', 'locked settings'))[0]).toBe('settings#locked');
    expect(await find('en', 'zebra keychain')).toContain('troubleshooting#keychain');
    expect(await find('en', 'zebra')).toEqual([]);
  });
});

describe('the help', () => {
  it.each([
    ['/devices', 'Devices'],
    ['/outbox', 'Outbox'],
    ['/map', 'Map'],
  ])('opens with F1 at the screen in front: %s', async (at, title) => {
    const wrapper = await render(App, { at });
    await settled();
    press('F1');
    await flushPromises();
    expect(wrapper.vm.$route.fullPath).toBe(`/help?article=${at.slice(1)}`);
    await render(HelpPage, { at: `/help?article=${at.slice(1)}` });
    await expect.poll(() => document.querySelector('article h2')?.textContent).toBe(title);
  });

  it('opens with F1 while something is typed', async () => {
    const wrapper = await render(App, { at: '/map' });
    await settled();
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    press('F1', field);
    await flushPromises();
    expect(wrapper.vm.$route.path).toBe('/help');
  });

  it('shows the welcome again', async () => {
    await render(HelpPage, { at: '/help' });
    await expect.poll(() => document.querySelector('article h2')).not.toBeNull();
    control('Show the welcome').click();
    await flushPromises();
    const dialog = document.querySelector('[role=dialog]');
    expect(dialog?.textContent).toContain('Welcome to Fleetdesk');
    expect(dialog?.textContent).toContain('Nothing you enter is lost');
    expect(await axeFaults(dialog ?? undefined)).toEqual([]);
    control('Got it').click();
    await flushPromises();
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('lists every key, and has no fault that axe finds', async () => {
    await render(HelpPage, { at: '/help?article=keys' });
    await shown('Acknowledge the alert');
    for (const words of ['Play or pause', 'Delete', 'Search a place', 'Outbox', 'Undo what']) {
      expect(textOnPage()).toContain(words.replace('Search a place', 'Search for a place'));
    }
    expect(await axeFaults()).toEqual([]);
  });

  it('names every setting that an administrator can lock, from the settings themselves', async () => {
    await render(HelpPage, { at: '/help?article=administrators' });
    await shown('closeToTray');
    for (const key of Object.values(settingEntries).flatMap(({ keys = [] }) => keys)) {
      expect(textOnPage()).toContain(key);
    }
  });

  it('follows the language, and links from article to article', async () => {
    const wrapper = await render(HelpPage, { at: '/help?article=map' });
    await shown('What the marks mean');
    setLocale('pt-BR');
    await shown('O que as marcas significam');
    control('Mapas de ruas', 'article a').click();
    await flushPromises();
    expect(wrapper.vm.$route.fullPath).toBe('/help?article=street-maps');
  });

  it('says how many results there are, and says so where there is none', async () => {
    await render(HelpPage, { at: '/help' });
    await shown('Look around first');
    type('Search help', 'conflict');
    await shown('results');
    expect(textOnPage()).toContain('Conflicts and open questions');
    type('Search help', 'zebra');
    await shown('No results');
  });

  it('is there before anyone is signed in, and leaves what was typed', async () => {
    await render(SignInPage);
    await settled();
    type('Username', 'ana');
    control('Help').click();
    await shown('Look around first');
    expect(document.querySelector('article a[href^="#/settings"]')).toBeNull();
    control('Close help').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('Look around first');
    expect(
      document.querySelector<HTMLInputElement>('input[name=username], input[autocomplete=username]')
        ?.value,
    ).toBe('ana');
  });
});
