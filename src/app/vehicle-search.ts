import { compareKeys, lettersOf, sortKeyOf } from '@contract/folding';
import type { Vehicle } from '@contract/vehicles';
import type { Locale } from '@contract/settings';
import { useI18n } from './i18n';
import { nameOfType, nameOfVehicle } from './vehicle-name';

const { locale } = useI18n();

/** What a person looks for: each of its words, and all of them as one run of letters and digits. */
export type Query = { words: readonly string[]; run: string };

/** What a search found: the best so many, and how many there are in all. */
export type Found = { vehicles: Vehicle[]; total: number };

/** What a vehicle is found and sorted by; its type is in words of the language. */
type Text = { plate: string; order: string; words: string; locale: Locale };

/** Folding is slow and records are replaced when they change, so each is folded once a language. */
const folded = new WeakMap<Vehicle, Text>();

function textOf(vehicle: Vehicle): Text {
  const known = folded.get(vehicle);
  if (known?.locale === locale.value) return known;
  const { plate, code, brandName, modelName, description, vin } = vehicle;
  const type = nameOfType(vehicle.typeName ?? '');
  const parts = [plate, code, brandName, modelName, type, description, vin];
  const made = {
    plate: lettersOf(plate),
    order: sortKeyOf(nameOfVehicle(vehicle, vehicle.id)),
    words: parts.map((part) => lettersOf(part ?? '')).join(' '),
    locale: locale.value,
  };
  folded.set(vehicle, made);
  return made;
}

/** Reads what was typed: case, accents, dashes and spaces make no difference. */
export function readQuery(text: string): Query {
  const words = text.split(/\s+/).map(lettersOf).filter(Boolean);
  return { words, run: words.join('') };
}

/**
 * How well a vehicle fits: 0 where its plate begins with what is sought, 1 where the plate holds
 * it, 2 where plate, code, make, model, type, description or VIN hold every word; null where not.
 */
export function rankOf(vehicle: Vehicle, { words, run }: Query): 0 | 1 | 2 | null {
  const text = textOf(vehicle);
  if (text.plate.startsWith(run)) return 0;
  if (text.plate.includes(run)) return 1;
  return words.every((word) => text.words.includes(word)) ? 2 : null;
}

function compareNames(one: Vehicle, other: Vehicle): number {
  return compareKeys(textOf(one).order, textOf(other).order);
}

/** All vehicles by what they are called: Truck 1, Truck 2, Truck 10. */
export function orderByName(vehicles: Iterable<Vehicle>): Vehicle[] {
  return [...vehicles].sort(compareNames);
}

/** The vehicles that fit what was typed, the best first and each rank by name; all for nothing. */
export function findVehicles(vehicles: Iterable<Vehicle>, text: string, atMost: number): Found {
  const query = readQuery(text);
  const byRank: Vehicle[][] = [[], [], []];
  for (const vehicle of vehicles) {
    const rank = rankOf(vehicle, query);
    if (rank !== null) byRank[rank]?.push(vehicle);
  }
  const found = byRank.flatMap((rank) => rank.sort(compareNames));
  return { vehicles: found.slice(0, atMost), total: found.length };
}
