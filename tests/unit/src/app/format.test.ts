import { describe, expect, it } from 'vitest';
import { defineComponent } from 'vue';
import { useFormat } from '@/app/format';
import { followFormatChoices } from '@/i18n/format-choices';
import { setLocale } from '@/i18n/i18n';
import type { OfficeOptions } from '../../../mocked-main/office';
import { officeConnections } from '../../../mocked-main/office/connections';
import { render } from '../render';

const moment = Date.UTC(2026, 10, 25, 17, 2, 31);

async function formats(change: Partial<ReturnType<typeof officeConnections>[number]> = {}) {
  const office: OfficeOptions = {
    connections: { connections: officeConnections(0).map((each) => ({ ...each, ...change })) },
  };
  let format: ReturnType<typeof useFormat> | undefined;
  await render(
    defineComponent({
      setup() {
        format = useFormat();
        return () => null;
      },
    }),
    { office },
  );
  if (!format) throw new Error('not set up');
  return format;
}

/** Narrow no-break spaces and the like read as plain ones. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('formats', () => {
  it('show times in the zone of the connection, with the zone', async () => {
    const format = await formats();
    expect(format.time(moment)).toBe('14:02:31');
    expect(format.time(moment, false)).toBe('14:02');
    expect(plain(format.timeWithZone(moment))).toBe('14:02:31 GMT-3');
    expect((await formats({ timeZone: 'Asia/Tokyo' })).time(moment)).toBe('02:02:31');
  });

  it('show a calendar day as it is in every zone', async () => {
    const format = await formats({ timeZone: 'Pacific/Honolulu' });
    expect(format.day('2026-11-25', { day: 'numeric', month: 'numeric' })).toBe('11/25');
  });

  it('speak the units of the connection', async () => {
    const metric = await formats();
    expect([metric.speed(62.4), metric.distance(840), metric.distance(12_345)].map(plain)).toEqual([
      '62 km/h',
      '840 m',
      '12.3 km',
    ]);
    const imperial = await formats({ units: 'mph' });
    expect([imperial.speed(100), imperial.distance(16_093.44)].map(plain)).toEqual([
      '62 mph',
      '10 mi',
    ]);
  });

  it.each([
    [0, '0s'],
    [59.6, '1m'],
    [90, '2m'],
    [3600, '1h'],
    [5040, '1h 24m'],
    [3599, '1h'],
    [7170, '2h'],
    [172_740, '47h 59m'],
    [172_800, '2d'],
    [273_600, '3d 4h'],
  ])('show %d seconds as %s', async (seconds, text) => {
    expect(plain((await formats()).duration(seconds))).toBe(text);
  });

  it.each([
    [-5000, '0s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [3_599_999, '59m'],
    [3_600_000, '1h'],
    [172_799_999, '47h'],
    [3 * 86_400_000, '3d'],
  ])('show an age of %d ms as %s, in a sentence as in a column', async (age, text) => {
    const format = await formats();
    expect(plain(format.shortAge(age))).toBe(text);
    expect(plain(format.age(age))).toBe(`${text} ago`);
  });

  it('follow the language', async () => {
    const format = await formats();
    setLocale('pt-BR');
    expect(plain(format.distance(12_345))).toBe('12,3 km');
    expect(plain(format.timeWithZone(moment))).toBe('14:02:31 BRT');
    expect(plain(format.duration(5040))).toBe('1 h 24 min');
    setLocale('es');
    expect(plain(format.duration(5040))).toBe('1 h 24 min');
    expect(plain(format.shortAge(3 * 86_400_000))).toBe('3 d');
    setLocale('en');
  });

  it('show times by the clock that a person chose', async () => {
    const format = await formats();
    followFormatChoices(() => ({ clock: 'h12', firstWeekday: null, formatRegion: null }));
    expect(plain(format.time(moment))).toBe('2:02:31 PM');
    expect(plain(format.dateTime(moment))).toContain('2:02 PM');
    followFormatChoices(() => ({ clock: 'h23', firstWeekday: null, formatRegion: null }));
    expect(format.time(moment, false)).toBe('14:02');
  });

  it('show dates as in the region that a person chose, and weeks from their first day', async () => {
    const format = await formats();
    followFormatChoices(() => ({ clock: 'h23', firstWeekday: 'saturday', formatRegion: 'GB' }));
    expect(format.numericDay('2026-11-25')).toBe('25/11/2026');
    expect(format.weekBegin.value).toEqual({ weekStartsOn: 6 });
    followFormatChoices(() => ({ clock: 'h23', firstWeekday: null, formatRegion: 'US' }));
    expect(format.numericDay('2026-11-25')).toBe('11/25/2026');
    expect(format.weekBegin.value).toEqual({});
    followFormatChoices(() => ({ clock: 'h23', firstWeekday: null, formatRegion: null }));
  });
});
