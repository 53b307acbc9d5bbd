import type { FoundBy } from '@contract/records';
import { isDriver } from '@contract/vehicles';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from './field-words';

/** Says what a vehicle was found by: `driver Ana Souza`, `IMEI 356938035643809`. */
export function useFoundBy(): { sentence(by: FoundBy): string } {
  const { t } = useI18n();
  const words = useFieldWords();

  return {
    sentence({ collection, label, field, value, nature }) {
      const name = label ?? value;
      const found = {
        ...{ name, field: words.nameWithin(collection, field) },
        value: words.valueOf(collection, field, value),
      };
      const isNamed = value === label;
      switch (collection) {
        case 'users':
          if (!isNamed) return t('app.search.by.personField', found);
          // What nobody told of a person is not said either.
          if (nature === undefined) return name;
          return t(`app.search.by.${isDriver({ nature }) ? 'driver' : 'user'}`, found);
        case 'devices':
          return isNamed ? t('app.search.by.device', found) : t('app.search.by.field', found);
        case 'chips':
          return t('app.search.by.chip', found);
        default:
          return t('app.search.by.field', found);
      }
    },
  };
}
