import type { Store } from '@core/ports/store';
import { id, openStore, told } from './stored';

/** A store with three vehicles, and one record or two of each other kind. */
export async function fleet(): Promise<Store> {
  const store = await openStore();
  await store.commit([
    told('vehicles', {
      v1: {
        plate: 'ABC-1D23',
        brandName: 'Citroën',
        modelName: 'C3 Aircross',
        code: 'F-9',
        vin: '9BWZZZ377VT004251',
      },
      v2: {
        plate: 'XYZ9876',
        brandName: 'Fiat',
        modelName: 'Strada',
        code: 'F-10',
        description: "Garagem D'Ávila",
        enterpriseId: id('e1'),
      },
      v3: {
        plate: 'QQQ 0042',
        brandName: 'fiat',
        modelName: 'Argo',
        code: null,
        year: '2020',
        enterpriseId: id('e2'),
      },
    }),
    told('users', {
      u1: {
        name: 'João da Silva',
        username: 'joao.silva',
        cpf: '123.456.789-09',
        phone1: '+55 (16) 99999-0001',
        email: 'joao@frota.example',
      },
    }),
    told('devices', { d1: { name: 'Rastreador ABC', imei: '356938035643809' } }),
    told('chips', { c1: { serial: '89550312345678901234', number: '+55 16 98888-7777' } }),
    told('enterprises', { e1: { name: 'Zeta' }, e2: { name: 'Álvares' } }),
  ]);
  return store;
}
