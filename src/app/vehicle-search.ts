import type { Vehicle } from '@contract/vehicles';
import type { Locale } from '@contract/settings';
import { foldAccents } from '@/ui/fold-accents';
import { useI18n } from './i18n';
import { nameOfType } from './vehicle-name';

const { locale } = useI18n();

/** What a person looks for: each of its words, and all of them as one run of letters and digits. */
export type Query = { words: readonly string[]; run: string };

/** What a search found: the best so many, and how many there are in all. */
export type Found = { vehicles: Vehicle[]; total: number };

/** As it is compared: `Caminhão ABC-1D23` → `caminhaoabc1d23`. */
function squeeze(text: string): string {
  return foldAccents(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** What is sought in of a vehicle; its type is in words of the language. */
type Text = { plate: string; words: string; locale: Locale };

/** Folding is slow and records are replaced when they change, so each is folded once a language. */
const folded = new WeakMap<Vehicle, Text>();

function textOf(vehicle: Vehicle): Text {
  const known = folded.get(vehicle);
  if (known?.locale === locale.value) return known;
  const { plate, code, brandName, modelName, description, vin } = vehicle;
  const type = nameOfType(vehicle.typeName ?? '');
  const parts = [plate, code, brandName, modelName, type, description, vin];
  const made = {
    plate: squeeze(plate),
    words: parts.map((part) => squeeze(part ?? '')).join(' '),
    locale: locale.value,
  };
  folded.set(vehicle, made);
  return made;
}

/** Reads what was typed: case, accents, dashes and spaces make no difference. */
export function readQuery(text: string): Query {
  const words = text.split(/\s+/).map(squeeze).filter(Boolean);
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

function comparePlates(one: Vehicle, other: Vehicle): number {
  const [a, b] = [textOf(one).plate, textOf(other).plate];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** All vehicles by plate. */
export function orderByPlate(vehicles: Iterable<Vehicle>): Vehicle[] {
  return [...vehicles].sort(comparePlates);
}

/** The vehicles that fit what was typed, the best first and each rank by plate; all for nothing. */
export function findVehicles(vehicles: Iterable<Vehicle>, text: string, atMost: number): Found {
  const query = readQuery(text);
  const byRank: Vehicle[][] = [[], [], []];
  for (const vehicle of vehicles) {
    const rank = rankOf(vehicle, query);
    if (rank !== null) byRank[rank]?.push(vehicle);
  }
  const found = byRank.flatMap((rank) => rank.sort(comparePlates));
  return { vehicles: found.slice(0, atMost), total: found.length };
}
