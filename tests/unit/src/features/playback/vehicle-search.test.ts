import { describe, expect, it } from 'vitest';
import { searchVehicles } from '@/features/playback/vehicle-search';
import { vehicleOf } from './tracks';

const vehicles = [
  vehicleOf('XYZ-1A10', { brandName: 'Volkswagen', modelName: 'Constellation' }),
  vehicleOf('ABC-1D23', { description: 'Caminhão do João' }),
  vehicleOf('ABC-1D3', { code: 'F 100' }),
  vehicleOf('QAB-0C12'),
];
const plates = (query: string, limit = 10) =>
  searchVehicles(vehicles, query, limit).vehicles.map(({ plate }) => plate);

describe('searching vehicles', () => {
  it('finds plates with and without dash, those that begin so first', () => {
    expect(plates('abc1d')).toEqual(['ABC-1D3', 'ABC-1D23']);
    expect(plates('ab')).toEqual(['ABC-1D3', 'ABC-1D23', 'QAB-0C12']);
    expect(plates('1D-2')).toEqual(['ABC-1D23']);
  });

  it('folds accents and looks into code, make, model and description', () => {
    expect(plates('joao')).toEqual(['ABC-1D23']);
    expect(plates('constell')).toEqual(['XYZ-1A10']);
    expect(plates('F100')).toEqual(['ABC-1D3']);
  });

  it('shows all by plate where nothing was typed, as many as wanted', () => {
    expect(plates('', 2)).toEqual(['ABC-1D3', 'ABC-1D23']);
    expect(searchVehicles(vehicles, '', 2).total).toBe(4);
    expect(searchVehicles(vehicles, 'nothing', 2)).toEqual({ vehicles: [], total: 0 });
  });
});
