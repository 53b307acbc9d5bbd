import { describe, expect, it } from 'vitest';
import { dateLocaleOf, regional } from '@/i18n/date-locale';

const written = (language: Parameters<typeof dateLocaleOf>[0], region: string | null) =>
  new Intl.DateTimeFormat(dateLocaleOf(language, region), { timeZone: 'UTC' }).format(
    Date.UTC(1988, 1, 29),
  );

describe('dates by the region of the system', () => {
  it('are those of the US in English where nothing else is known', () => {
    expect(written('en', null)).toBe('2/29/1988');
    expect(written('en', 'US')).toBe('2/29/1988');
  });

  it('are written day first in English outside of the US', () => {
    expect(written('en', 'GB')).toBe('29/02/1988');
    expect(written('en', 'BR')).toBe('29/02/1988');
  });

  it('keep the order of the language where the region speaks another one', () => {
    expect(written('pt-BR', 'US')).toBe('29/02/1988');
    expect(written('es', 'BR')).toMatch(/^29\/0?2\/1988$/);
  });

  it('name the region for the first day of a week', () => {
    expect(regional('en', 'BR')).toBe('en-BR');
    expect(regional('pt-BR', 'PT')).toBe('pt-PT');
    expect(regional('en', null)).toBe('en-US');
  });
});
