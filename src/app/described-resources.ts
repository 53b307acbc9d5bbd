import { declareResources, type ResourceDescriptions } from '@contract/resources';
import { locales } from '@contract/settings';
import { describedMessages } from './described-messages';
import { addMessages } from '@/i18n/i18n';

/** Declares what a profile describes beside the built-in resources, with sentences about it. */
export function describeResources(described: ResourceDescriptions): void {
  declareResources(described);
  for (const [name, description] of Object.entries(described)) {
    for (const locale of locales) {
      addMessages(locale, describedMessages(name, description, locale));
    }
  }
}
