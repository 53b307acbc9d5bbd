import { afterEach, describe, expect, it } from 'vitest';
import type { Vehicle } from '@contract/vehicles';
import { setLocale } from '@/app/i18n';
import { findVehicles, orderByName } from '@/app/vehicle-search';
import { fakeVehicles } from '@/bridge/fake/fleet';

const [pattern] = fakeVehicles(1);

function vehicleOf(plate: string, change: Partial<Vehicle> = {}): Vehicle {
  if (!pattern) throw new Error('no vehicle');
  return { ...pattern, id: plate, plate, code: null, vin: null, description: null, ...change };
}

const vehicles = [
  vehicleOf('XYZ-1A10', { brandName: 'Volkswagen', modelName: 'Constellation' }),
  vehicleOf('ABC-1D23', { description: 'Caminhão do João' }),
  vehicleOf('ABX-9Z99', { code: 'F 100', vin: '9BWZZZ377VT004251' }),
  vehicleOf('QAB-0C12', { brandName: 'Citroën', modelName: 'Jumper' }),
];
const plates = (text: string, atMost = 10) =>
  findVehicles(vehicles, text, atMost).vehicles.map(({ plate }) => plate);

afterEach(() => {
  setLocale('en');
});

describe('the search for vehicles', () => {
  it('takes plates with or without dash, in any case, those that begin with it first', () => {
    expect(plates('abc1d')).toEqual(['ABC-1D23']);
    expect(plates('1D-2')).toEqual(['ABC-1D23']);
    expect(plates('ab')).toEqual(['ABC-1D23', 'ABX-9Z99', 'QAB-0C12']);
  });

  it('folds accents and looks into code, make, model, description and VIN', () => {
    expect(plates('joao')).toEqual(['ABC-1D23']);
    expect(plates('constell')).toEqual(['XYZ-1A10']);
    expect(plates('F100')).toEqual(['ABX-9Z99']);
    expect(plates('377vt')).toEqual(['ABX-9Z99']);
  });

  it('wants every word, in any order', () => {
    expect(plates('jum citroen')).toEqual(['QAB-0C12']);
    expect(plates('citroen constellation')).toEqual([]);
  });

  it('shows all by plate where nothing was typed, as many as wanted', () => {
    expect(plates('', 2)).toEqual(['ABC-1D23', 'ABX-9Z99']);
    expect(findVehicles(vehicles, ' ', 2).total).toBe(4);
    expect(findVehicles(vehicles, 'nothing', 2)).toEqual({ vehicles: [], total: 0 });
  });

  it('knows the type by its word in the language in use', () => {
    const fleet = [
      vehicleOf('AAA-1A11', { typeName: 'truck' }),
      vehicleOf('BBB-2B22', { typeName: 'tractor truck' }),
      vehicleOf('CCC-3C33', { typeName: 'Rickshaw' }),
    ];
    const found = (text: string) =>
      findVehicles(fleet, text, 10).vehicles.map(({ plate }) => plate);
    expect(found('caminhão')).toEqual([]);
    expect(found('truck')).toEqual(['AAA-1A11', 'BBB-2B22']);
    setLocale('pt-BR');
    expect(found('CAMINHAO')).toEqual(['AAA-1A11']);
    expect(found('mecânico cavalo')).toEqual(['BBB-2B22']);
    expect(found('rickshaw')).toEqual(['CCC-3C33']);
    setLocale('es');
    expect(found('caminhão')).toEqual([]);
    expect(found('camión')).toEqual(['AAA-1A11', 'BBB-2B22']);
  });

  it('sorts names with numbers as people count: Truck 1, 2, 10', () => {
    const fleet = ['Truck 10', 'truck 2', 'Ônibus 1', 'Truck 1'].map((plate) =>
      vehicleOf(plate, { typeName: null }),
    );
    const inOrder = ['Ônibus 1', 'Truck 1', 'truck 2', 'Truck 10'];
    expect(orderByName(fleet).map(({ plate }) => plate)).toEqual(inOrder);
    const found = findVehicles(fleet, 'truck', 10).vehicles;
    expect(found.map(({ plate }) => plate)).toEqual(inOrder.slice(1));
  });

  it('reads a record that has changed anew', () => {
    const renamed = { ...vehicles[0], plate: 'NEW-0A00' } as Vehicle;
    expect(findVehicles([renamed], 'new0', 5).total).toBe(1);
    expect(orderByName([...vehicles.slice(1), renamed])[2]?.plate).toBe('NEW-0A00');
  });
});
