import { describe, expect, it } from 'vitest';
import { listTimeZones, zoneName } from '@/app/connection/time-zones';
import { fittingOptions } from '@/ui/combo-options';

const found = (locale: string, typed: string): string[] =>
  fittingOptions(listTimeZones(locale, []), typed).map(({ label }) => label);

describe('the field for the time zone', () => {
  it.each([
    ['en', 'Kolkata', 'Asia/Kolkata'],
    ['en', 'Calcutta', 'Asia/Kolkata'],
    ['en', 'Mumbai', 'Asia/Kolkata'],
    ['en', 'Kyiv', 'Europe/Kyiv'],
    ['en', 'Kiev', 'Europe/Kyiv'],
    ['en', 'Ho Chi Minh', 'Asia/Ho Chi Minh'],
    ['en', 'Saigon', 'Asia/Ho Chi Minh'],
    ['en', 'Nuuk', 'America/Nuuk'],
    ['en', 'Brasilia', 'America/Sao Paulo'],
    ['pt-BR', 'Brasília', 'America/Sao Paulo'],
    ['pt-BR', 'Índia', 'Asia/Kolkata'],
    ['pt-BR', 'Groenlândia', 'America/Nuuk'],
    ['es', 'Ucrania', 'Europe/Kyiv'],
    ['es', 'Rio de Janeiro', 'America/Sao Paulo'],
    ['es', 'Germany', 'Europe/Berlin'],
  ])('finds by present names, cities and countries (%s: %s)', (locale, typed, zone) => {
    expect(found(locale, typed)).toContain(zone);
  });

  it('finds a city first by its own zone', () => {
    expect(found('en', 'Sao Paulo')[0]).toBe('America/Sao Paulo');
  });

  it('offers each zone once, under its present name, with a value that this machine takes', () => {
    const zones = listTimeZones('en', ['Asia/Calcutta']);
    expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length);
    expect(zones[0]).toMatchObject({ value: 'Asia/Calcutta', label: 'Asia/Kolkata' });
    expect(zones.map(({ label }) => label)).not.toContain('Asia/Calcutta');
    for (const { value } of zones)
      expect(() => new Date().toLocaleString('en', { timeZone: value })).not.toThrow();
    expect(zoneName('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
  });
});
