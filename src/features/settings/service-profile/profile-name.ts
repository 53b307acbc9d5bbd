import type { ProfileContent } from '@contract/profile';
import type { Translate } from '@/i18n/i18n';

/** Whether a profile asks and reads as the built-in one; that somebody confirmed it changes neither. */
export function isBuiltIn({ differences }: ProfileContent): boolean {
  return differences.every(({ path }) => path === 'tracking.confirmed');
}

/** What to call a profile. A file need not name it, and the built-in one is named in each language. */
export function profileName(content: ProfileContent, t: Translate): string {
  if (isBuiltIn(content)) return t('serviceProfile.builtIn');
  const isNamed = content.differences.some(({ path }) => path === 'name');
  return isNamed ? content.name : t('serviceProfile.adapted');
}
