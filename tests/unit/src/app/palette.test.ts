import { describe, expect, it } from 'vitest';
import type { Vehicle } from '@contract/vehicles';
import { findVehicles, indexVehicles } from '@/app/palette';
import { fakeVehicles } from '@/bridge/fake/fleet';

const [pattern] = fakeVehicles(1);

function vehicle(plate: string, change: Partial<Vehicle> = {}): Vehicle {
  if (!pattern) throw new Error('no vehicle');
  return { ...pattern, id: plate, plate, code: null, vin: null, ...change };
}

const entries = indexVehicles([
  vehicle('XAB-1C23', { brandName: 'Citroën', modelName: 'Jumper' }),
  vehicle('ABC-1D23'),
  vehicle('ABX-9Z99', { modelName: 'Atego' }),
]);
const plates = (sought: string, atMost = 8) =>
  findVehicles(entries, sought, atMost).map(({ plate }) => plate);

describe('the search for vehicles', () => {
  it('takes plates with or without dash, in any case, those that begin with it first', () => {
    expect(plates('abc1d')).toEqual(['ABC-1D23']);
    expect(plates('ABC-1D')).toEqual(['ABC-1D23']);
    expect(plates('ab')).toEqual(['ABC-1D23', 'ABX-9Z99', 'XAB-1C23']);
  });

  it('takes brand and model without accents, every word of them', () => {
    expect(plates('citroen jum')).toEqual(['XAB-1C23']);
    expect(plates('citroen atego')).toEqual([]);
  });

  it('finds nothing for nothing and no more than it is asked for', () => {
    expect(plates('  ')).toEqual([]);
    expect(plates('a', 2)).toHaveLength(2);
  });
});
