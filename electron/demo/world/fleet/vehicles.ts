import type { Traits } from '../driving/traits';
import { fraction, hash, pickAt } from '../random';
import { DECK_SIZE, topSpeedOf, type Archetype, type VehicleType } from './archetypes';
import { plateOf, vinOf } from './documents';
import { idOf, uuidOf } from './ids';
import { daysAfter, momentBetween } from './moments';
import type { Vehicle } from './records';

interface Make {
  readonly brand: string;
  readonly maker: string;
  readonly model: string;
  readonly trims: readonly (string | null)[];
}

function make(brand: string, maker: string, model: string, ...trims: (string | null)[]): Make {
  return { brand, maker, model, trims: trims.length > 0 ? trims : [null] };
}

const MAKES: Record<VehicleType, readonly Make[]> = {
  car: [
    make('Fiat', '9BD', 'Argo', '1.0 Drive', '1.3 Trekking'),
    make('Volkswagen', '9BW', 'Polo', '1.0 Track', '1.0 TSI'),
    make('Chevrolet', '9BG', 'Onix', '1.0 LT', '1.0 Turbo'),
    make('Hyundai', '9BH', 'HB20', '1.0 Sense'),
    make('Renault', '93Y', 'Kwid', 'Zen'),
    make('Toyota', '9BR', 'Corolla', '2.0 XEi'),
  ],
  utility: [
    make('Fiat', '9BD', 'Fiorino', '1.4 Endurance'),
    make('Volkswagen', '9BW', 'Saveiro', '1.6 Robust'),
    make('Peugeot', '936', 'Partner Rapid', 'Business'),
    make('Renault', '93Y', 'Kangoo', 'Express'),
  ],
  van: [
    make('Renault', '93Y', 'Master', 'L2H2', 'L3H2'),
    make('Mercedes-Benz', '9BM', 'Sprinter', '315 Street', '417'),
    make('Fiat', '9BD', 'Ducato', 'Cargo', 'Maxicargo'),
    make('Iveco', '93Z', 'Daily', '30-160'),
    make('Ford', '9BF', 'Transit', 'L3H3'),
  ],
  'pickup truck': [
    make('Toyota', '9BR', 'Hilux', 'SR 4x4', 'STD'),
    make('Chevrolet', '9BG', 'S10', 'LS 4x4'),
    make('Fiat', '9BD', 'Strada', 'Endurance CS', 'Freedom CD'),
    make('Mitsubishi', '93X', 'L200 Triton', 'GL'),
  ],
  motorcycle: [
    make('Honda', '9C2', 'CG 160', 'Cargo', 'Start'),
    make('Honda', '9C2', 'NXR 160 Bros', 'ESDD'),
    make('Yamaha', '9C6', 'Factor 150', 'ED'),
    make('Shineray', '99H', 'Worker 125'),
  ],
  scooter: [make('Honda', '9C2', 'Elite 125'), make('Yamaha', '9C6', 'NEO 125')],
  tricycle: [make('Motocar', '95V', 'MCF-200', 'Carga'), make('Fusco', '94F', 'Cargo Box')],
  quadricycle: [make('Honda', '9C2', 'TRX 420', 'FourTrax'), make('Can-Am', '3JB', 'Outlander')],
  truck: [
    make('Volkswagen', '953', 'Delivery', '9.180', '11.180'),
    make('Mercedes-Benz', '9BM', 'Accelo', '1017'),
    make('Mercedes-Benz', '9BM', 'Atego', '2426'),
    make('Volvo', '93K', 'VM', '270 6x2'),
    make('Iveco', '93Z', 'Tector', '170E21'),
  ],
  'tractor truck': [
    make('Scania', '9BS', 'R 450', '6x2'),
    make('Volvo', '9BV', 'FH', '540 6x4'),
    make('DAF', '98P', 'XF', '530'),
  ],
  bus: [
    make('Mercedes-Benz', '9BM', 'OF-1721', 'Caio Apache Vip'),
    make('Volkswagen', '953', '17.230 OD', 'Marcopolo Torino'),
    make('Volvo', '9BV', 'B270F', 'Neobus Mega'),
  ],
  'micro bus': [
    make('Marcopolo', '93P', 'Volare W9', 'Fly'),
    make('Mercedes-Benz', '9BM', 'LO 916', 'Caio F2400'),
  ],
  other: [
    make('Mercedes-Benz', '9BM', 'Sprinter', 'Ambulância UTI'),
    make('Agrale', '9BY', 'Marruá'),
  ],
  implement: [make('Randon', '9AD', 'SR GR', 'Graneleiro'), make('Librelato', '9A9', 'SR BA')],
  'agricultural machine': [
    make('John Deere', '1NW', 'S440', 'Colheitadeira'),
    make('Jacto', '9JC', 'Uniport 3030', 'Pulverizador'),
  ],
  tractor: [make('Massey Ferguson', '9MF', 'MF 4707'), make('Valtra', '9VT', 'A94')],
};

// prettier-ignore
const COLORS = [
  '#FFFFFF', '#FFFFFF', '#FFFFFF', '#F4F4F2', '#C9CCCE', '#C9CCCE', '#8A8D8F', '#3C3F41',
  '#16181A', '#B3202A', '#1F4E8C', '#2B6CB0', '#1E7A46', '#F2B705', '#E8701A', '#6B4E2E',
];

const ERRANDS: Record<Archetype['mission'], string> = {
  delivery: 'Entrega urbana',
  courier: 'Entrega expressa',
  haul: 'Transporte de carga',
  service: 'Equipe de campo',
  patrol: 'Ronda e atendimento',
  bus: 'Linha urbana',
  farm: 'Apoio rural',
  yard: 'Pátio',
};

/** The fleet that works for each enterprise, by what it does. */
const FLEETS: Record<Archetype['mission'], number> = {
  delivery: 0,
  courier: 0,
  haul: 1,
  yard: 1,
  bus: 2,
  service: 3,
  patrol: 4,
  farm: 5,
};

const INTERVALS = [10, 15, 15, 20, 30, 30, 60] as const;

function archetypeOf(deck: readonly Archetype[], index: number): Archetype {
  return pickAt(deck, index % DECK_SIZE);
}

/** Which of the enterprises a vehicle belongs to. */
export function enterpriseIndexOf(
  deck: readonly Archetype[],
  enterprises: number,
  index: number,
): number {
  return FLEETS[archetypeOf(deck, index).mission] % enterprises;
}

export function traitsOf(
  seed: number,
  deck: readonly Archetype[],
  enterprises: number,
  index: number,
): Traits {
  const { type, mission, shift } = archetypeOf(deck, index);
  return {
    vehicle: index,
    fleet: enterpriseIndexOf(deck, enterprises, index),
    shift,
    mission,
    topSpeed: topSpeedOf(type),
    interval: pickAt(INTERVALS, hash(seed, 3001, index)),
  };
}

export function deriveVehicle(
  seed: number,
  deck: readonly Archetype[],
  enterprises: number,
  index: number,
): Vehicle {
  const { type, mission } = archetypeOf(deck, index);
  const made = pickAt(MAKES[type], hash(seed, 3002, index));
  const year = 2014 + (hash(seed, 3003, index) % 11);
  const createdAt = momentBetween('2021-02-01', '2023-10-01', seed, 3004, index);
  const hasTrim = fraction(seed, 3005, index) < 0.7;
  return {
    id: idOf(seed, 'vehicle', index),
    uuid: uuidOf(seed, 'vehicle', index),
    index,
    enterpriseId: idOf(seed, 'enterprise', enterpriseIndexOf(deck, enterprises, index)),
    plate: plateOf(seed, index),
    vin: fraction(seed, 3006, index) < 0.94 ? vinOf(seed, index, made.maker, year) : null,
    type,
    brand: made.brand,
    model: made.model,
    trim: hasTrim ? pickAt(made.trims, hash(seed, 3007, index)) : null,
    code: fraction(seed, 3008, index) < 0.85 ? `F${String(index + 1).padStart(4, '0')}` : null,
    batch: fraction(seed, 3009, index) < 0.3 ? `L${year % 100}-${1 + (index % 12)}` : null,
    color: pickAt(COLORS, hash(seed, 3010, index)),
    description: fraction(seed, 3011, index) < 0.6 ? ERRANDS[mission] : null,
    registrationNumber: String(10_000_000_000 + hash(seed, 3012, index) * 7),
    year: String(year),
    createdAt,
    updatedAt: daysAfter(createdAt, 20 + 500 * fraction(seed, 3013, index)),
  };
}
