import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { makeOf, nameOfType, nameOfVehicle, readTypeWords } from '@/app/vehicle-name';
import { listed } from '../features/live-map/live';

describe('the name of a vehicle', () => {
  it('is its plate', () => {
    expect(nameOfVehicle(listed('veh1', ' ABC-1D23 ', { code: '17' }), 'veh1')).toBe('ABC-1D23');
  });

  it('is code, make or identifier where there is no plate', () => {
    expect(nameOfVehicle(listed('veh1', '  ', { code: '17' }), 'veh1')).toBe('17');
    expect(nameOfVehicle(listed('veh1', ''), 'veh1')).toBe('Volvo FH 540');
    const nameless = listed('veh1', '', { brandName: null, modelName: null });
    expect(nameOfVehicle(nameless, 'veh1')).toBe('veh1');
    expect(nameOfVehicle(undefined, 'veh1')).toBe('veh1');
  });
});

describe('the make of a vehicle', () => {
  it('is what is known of make and model', () => {
    expect(makeOf(listed('veh1', 'ABC-1D23'))).toBe('Volvo FH 540');
    expect(makeOf(listed('veh1', 'ABC-1D23', { brandName: null }))).toBe('FH 540');
    expect(makeOf(undefined)).toBe('');
  });
});

describe('the type of a vehicle', () => {
  afterEach(() => {
    setLocale('en');
  });

  it('is in words of the language; one without words is shown as it came', () => {
    expect(nameOfType('truck')).toBe('Truck');
    setLocale('pt-BR');
    expect(nameOfType(' Pickup Truck')).toBe('Picape');
    expect(nameOfType('Rickshaw')).toBe('Rickshaw');
    expect(nameOfType('')).toBe('');
  });

  it('is told to main in these words, for lists that are found and sorted there', () => {
    setLocale('pt-BR');
    expect(readTypeWords()).toMatchObject({ truck: 'Caminhão', pickup_truck: 'Picape' });
  });
});
