import type { NameClass } from './meaning';

const classOf: Readonly<Record<string, NameClass>> = {
  country: 'country',
  state: 'region',
  province: 'region',
  region: 'region',
  capital: 'city',
  state_capital: 'city',
  city: 'city',
  town: 'town',
  village: 'village',
  hamlet: 'village',
  locality: 'village',
  isolated_dwelling: 'village',
  suburb: 'district',
  borough: 'district',
  quarter: 'district',
  neighbourhood: 'district',
  macrohood: 'district',
};

/** What a place is, by OpenStreetMap's word for it; null: not named. */
export function nameOfPlace(word: string): NameClass | null {
  return Object.hasOwn(classOf, word) ? (classOf[word] ?? null) : null;
}
