import { expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import type { Where } from '@contract/where';
import type { Locale } from '@contract/settings';
import { useSessionStore } from '@/app/stores/session-store';
import { setLocale } from '@/i18n/i18n';
import { useWhereWords } from '@/app/where/where-words';
import { render, settled } from '../../render';

const where = (change: Partial<Where> = {}): Where => ({
  ...{ street: null, district: null, town: null, source: 'map' },
  ...change,
});
const street = { name: 'Rua das Flores', away: 8 };
const campinas = { name: 'Campinas', away: 7_000, bearing: 45, isIn: false };

async function say(told: Where, locale: Locale = 'en', units: 'km/h' | 'mph' = 'km/h') {
  const page = defineComponent(() => {
    const words = useWhereWords();
    return () => h('p', `${words.full(told)} | ${words.brief(told)}`);
  });
  const wrapper = await render(page, { office: {} });
  const session = useSessionStore();
  const { connection } = session.state;
  session.state = { ...session.state, connection: connection && { ...connection, units } };
  setLocale(locale);
  await settled();
  const [full, brief] = wrapper
    .text()
    .replace(/[\u00A0\u202F]/g, ' ')
    .split('|');
  return { full: full?.trim(), brief: brief?.trim() };
}

it('street, district and town; a row has room for two of them', async () => {
  const told = where({ street, district: 'Centro', town: { ...campinas, isIn: true } });
  expect(await say(told)).toEqual({
    full: 'Rua das Flores, Centro, Campinas',
    brief: 'Rua das Flores, Centro',
  });
});

it('a street that is some way off is near, and not where the vehicle is', async () => {
  const told = where({ street: { ...street, away: 61 }, district: 'Centro' });
  expect((await say(told)).full).toBe('Near Rua das Flores, Centro');
  expect((await say(told, 'pt-BR')).full).toBe('Perto de Rua das Flores, Centro');
  expect((await say(told, 'es')).full).toBe('Cerca de Rua das Flores, Centro');
  const within = where({ street: { ...street, away: 60 } });
  expect((await say(within)).full).toBe('Rua das Flores');
});

it.each([
  ['en', '7 km northeast of Campinas'],
  ['pt-BR', '7 km a nordeste de Campinas'],
  ['es', '7 km al noreste de Campinas'],
] as const)('outside of towns distance and direction in %s', async (locale, sentence) => {
  expect((await say(where({ town: campinas }), locale)).full).toBe(sentence);
});

it.each([
  [0, 'north'],
  [22, 'north'],
  [23, 'northeast'],
  [90, 'east'],
  [135, 'southeast'],
  [180, 'south'],
  [225, 'southwest'],
  [270, 'west'],
  [315, 'northwest'],
  [359, 'north'],
])('%d degrees from a place is to its %s', async (bearing, direction) => {
  const told = where({ town: { ...campinas, bearing } });
  expect((await say(told)).full).toBe(`7 km ${direction} of Campinas`);
});

it('far away whole kilometers are enough, near by a tenth counts', async () => {
  const away = async (meters: number) =>
    (await say(where({ town: { ...campinas, name: 'Recife', bearing: 135, away: meters } }))).full;
  expect(await away(412_340)).toBe('412 km southeast of Recife');
  expect(await away(23_460)).toBe('23 km southeast of Recife');
  expect(await away(3_460)).toBe('3.5 km southeast of Recife');
});

it('miles where the connection counts in miles', async () => {
  const { full } = await say(where({ town: { ...campinas, away: 50_000 } }), 'en', 'mph');
  expect(full).toBe('31 mi northeast of Campinas');
});

it('a district that is called as its town is said once', async () => {
  const told = where({ district: 'Campinas', town: { ...campinas, isIn: true } });
  expect((await say(told)).full).toBe('Campinas');
});

it('nothing known, nothing said', async () => {
  expect(await say(where())).toEqual({ full: '', brief: '' });
});
