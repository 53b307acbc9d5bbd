import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { useRoute } from 'vue-router';
import { settingEntries, settingsSections } from '@/app/settings-catalog';
import { keysWithin, setLocale, useI18n } from '@/i18n/i18n';
import Page from '@/features/settings/Page.vue';
import { plainKindOf } from '@/features/settings/plain-kind';
import { findSettings, partsOf } from '@/features/settings/settings-search';
import { control, render, textOnPage, type } from '../../render';

const scroll = vi.fn();
beforeEach(() => {
  scroll.mockClear();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scroll(this);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function page(at = '/settings'): Promise<{ route: ReturnType<typeof useRoute> }> {
  const { vm } = await render(Page, { office: {}, at });
  await flushPromises();
  return { route: vm.$route };
}

const focused = () => document.activeElement?.getAttribute('data-setting');

async function press(key: string): Promise<void> {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
  await flushPromises();
}

describe('the search of the settings', () => {
  const { t } = useI18n();
  const idsOf = (words: string) => findSettings(words, t).map(({ setting }) => setting);

  afterEach(() => {
    setLocale('en');
  });

  it('finds by label, by description and by a choice, with words in any order', () => {
    expect(idsOf('plates')).toContain('mapLabels');
    expect(idsOf('drop them')).toEqual(['maps']);
    expect(idsOf('dark')).toEqual(['theme']);
    expect(idsOf('week first')).toEqual(['firstWeekday']);
    expect(idsOf('no such thing')).toEqual([]);
    expect(idsOf('  ')).toEqual([]);
  });

  it('finds by what else people call it, and by a question', () => {
    expect(idsOf('dark mode')).toEqual(['theme']);
    expect(idsOf('How do I get streets?')).toEqual(['maps', 'copy-region', 'onlineMaps']);
    expect(idsOf('mph')).toEqual(['units']);
    expect(idsOf('delete data')).toContain('erase');
    expect(findSettings('diagnose', t)).toMatchObject([{ section: 'about', setting: null }]);
    setLocale('pt-BR');
    expect(idsOf('modo escuro')).toEqual(['theme']);
    setLocale('es');
    expect(idsOf('satélite')).toEqual(['onlineMaps']);
  });

  it('gives other words only to settings and sections that there are', () => {
    const known = [...Object.keys(settingEntries), ...settingsSections];
    expect(keysWithin('settings.also').filter((name) => !known.includes(name))).toEqual([]);
  });

  it('finds a section by its title, without each of its settings', () => {
    expect(findSettings('background', t)).toMatchObject([{ section: 'alerts', setting: null }]);
  });

  it('reads the language in use, without accents and capitals', () => {
    setLocale('pt-BR');
    expect(idsOf('RELOGIO')).toEqual(['clock']);
    setLocale('es');
    expect(idsOf('region')).toContain('formatRegion');
  });

  it('marks what was found in the text as it is written', () => {
    expect(partsOf('Região das datas', ['regiao'])).toEqual([
      { text: 'Região', isFound: true },
      { text: ' das datas', isFound: false },
    ]);
    expect(partsOf('Straße', ['strasse'])).toEqual([{ text: 'Straße', isFound: true }]);
    expect(partsOf('Clock', [])).toEqual([{ text: 'Clock', isFound: false }]);
  });
});

describe('the page of the settings', () => {
  it('has a row for each setting that is declared, and no other', async () => {
    await page();
    const rows = [...document.querySelectorAll('[data-setting]')].map((row) =>
      row.getAttribute('data-setting'),
    );
    /** These have a field in a form, or are only there once there is something to say. */
    const elsewhere = [
      ...['units', 'timeZone', 'share', 'mapImages', 'savedAddresses', 'erase'],
      ...['updateChecks', 'updateChannel'],
    ];
    expect(new Set([...rows, ...elsewhere])).toEqual(new Set(Object.keys(settingEntries)));
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('has every section, in the order of the list beside it', async () => {
    await page();
    const sections = [...document.querySelectorAll('[data-section]')].map((each) =>
      each.getAttribute('data-section'),
    );
    expect(sections).toEqual(settingsSections.filter((section) => section !== 'managed'));
  });

  it('is searched by keyboard: / , words, arrow down, Enter leads to the row', async () => {
    await page();
    type('Search settings', 'plates');
    await flushPromises();
    control('Search settings').focus();
    expect(textOnPage()).toContain('1 setting found');
    expect(document.querySelector('mark')?.textContent).toBe('Plates');
    await press('ArrowDown');
    expect(document.activeElement?.textContent).toContain('Plates on the map');
    (document.activeElement as HTMLElement).click();
    await flushPromises();
    expect(focused()).toBe('mapLabels');
    // A second time too, though a person scrolled on.
    control('Plates on the map', 'nav button').click();
    await flushPromises();
    expect(focused()).toBe('mapLabels');
    expect(scroll).toHaveBeenCalledTimes(2);
    type('Search settings', 'zzz');
    await flushPromises();
    expect(textOnPage()).toContain('No settings match “zzz”.');
  });

  it.each(['clock', 'browserMap', 'maps', 'share'] as const)(
    'has the focus on %s where an address leads there',
    async (setting) => {
      await page(`/settings/${settingEntries[setting].section}#${setting}`);
      await vi.waitFor(() => {
        if (setting === 'share') expect(document.activeElement?.tagName).toBe('FORM');
        else expect(focused()).toBe(setting);
      });
    },
  );

  it('shows the section of a setting that has no row at the moment', async () => {
    await page('/settings/map#savedAddresses');
    expect(document.activeElement?.getAttribute('data-section')).toBe('map');
  });

  it('marks the section that a person scrolled to at the end, not the one of the address', async () => {
    await page('/settings/appearance');
    const scroller = document.querySelector('.scroller');
    if (scroller === null) throw new Error('The page does not scroll.');
    let top = 0;
    Object.defineProperties(scroller, {
      clientHeight: { value: 500 },
      scrollHeight: { value: 2_000 },
      scrollTop: { get: () => top },
    });
    const scrollTo = async (to: number) => {
      top = to;
      scroller.dispatchEvent(new Event('scroll'));
      await flushPromises();
      return document.querySelector('nav [aria-current]')?.textContent.trim();
    };
    expect(await scrollTo(1_500)).toBe('About');
    // What was asked for counts where it can't come to the top.
    control('Data on this computer', 'nav button').click();
    await flushPromises();
    expect(await scrollTo(1_500)).toBe('Data on this computer');
    await scrollTo(1_000);
    expect(await scrollTo(1_500)).toBe('About');
  });

  it('leads to a section again after a person scrolled on', async () => {
    await page();
    for (const times of [1, 2]) {
      control('Data on this computer', 'nav button').click();
      await flushPromises();
      expect(scroll).toHaveBeenCalledTimes(times);
    }
    expect(document.activeElement?.getAttribute('data-section')).toBe('data');
  });
});

describe('a plain setting', () => {
  it('takes kind, choices and bounds from its schema', () => {
    expect(plainKindOf('mapLabels')).toEqual({ kind: 'switch' });
    expect(plainKindOf('density')).toEqual({ kind: 'choice', values: ['comfortable', 'compact'] });
    expect(plainKindOf('firstWeekday')).toEqual({
      kind: 'choice',
      values: [null, 'monday', 'sunday', 'saturday'],
    });
    expect(plainKindOf('alertVolume')).toEqual({
      ...{ kind: 'number', min: 0, max: 100, isOptional: false },
    });
    expect(() => plainKindOf('geocoder')).toThrow('control of its own');
  });
});
