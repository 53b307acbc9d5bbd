import { locales, type Settings } from '@contract/settings';
import { proxySettingSchema } from '@contract/proxy';
import { geocoderSchema } from '@contract/geocoder';
import { useFormat } from '@/app/format';
import { settingEntries } from '@/app/settings-catalog';
import { hasMessage, useI18n, type MessageKey } from '@/i18n/i18n';
import { nameOfLanguage } from '@/i18n/language-names';

/** Names settings and their values, as a list of changes needs them. */
export function useSettingWords() {
  const { t, locale } = useI18n();
  const format = useFormat();

  function wordsOf(key: keyof Settings): string | undefined {
    return Object.values(settingEntries).find(({ keys }) => keys?.some((each) => each === key))
      ?.words;
  }

  /** The first of some sentences that there is. */
  function spoken(...keys: string[]): string | null {
    const key = keys.find((each): each is MessageKey => hasMessage(each));
    return key === undefined ? null : t(key);
  }

  /** The label of its row, or a name where the page has no row for it. */
  function labelOf(key: keyof Settings): string {
    return spoken(`${wordsOf(key) ?? ''}.label`, `settings.transfer.keys.${key}`) ?? key;
  }

  /** What a language or a region is called; null for any other setting. */
  function nameOf(key: keyof Settings, code: string): string | null {
    if (key === 'formatRegion') {
      return new Intl.DisplayNames(locale.value, { type: 'region' }).of(code) ?? null;
    }
    const language = locales.find((each) => key === 'locale' && each === code);
    return language === undefined ? null : nameOfLanguage(language);
  }

  /** A value in a few words; null where it is too much for a line. */
  function textOf(key: keyof Settings, value: unknown): string | null {
    const words = wordsOf(key) ?? `settings.transfer.keys.${key}`;
    if (typeof value === 'boolean') return t(`settings.transfer.${value ? 'on' : 'off'}`);
    if (typeof value === 'number') {
      const unit = spoken(`${words}.unit`) ?? '';
      return [format.number(value), unit].filter(Boolean).join(' ');
    }
    if (typeof value === 'string')
      return nameOf(key, value) ?? spoken(`${words}.${value}`) ?? value;
    if (value === null) return t('settings.transfer.standard');
    const proxy = proxySettingSchema.safeParse(value);
    if (key === 'proxy' && proxy.success) {
      const { data } = proxy;
      const where =
        data.mode === 'manual'
          ? `${data.host}:${data.port}`
          : data.mode === 'pac'
            ? data.address
            : '';
      return [t(`settings.proxy.${data.mode}`), where].filter(Boolean).join(' ');
    }
    const geocoder = geocoderSchema.safeParse(value);
    return key === 'geocoder' && geocoder.success ? geocoder.data.address : null;
  }

  return { labelOf, textOf };
}
