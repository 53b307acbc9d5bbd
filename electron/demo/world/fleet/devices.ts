import { fraction, hash, pickAt } from '../random';
import { iccidOf, imeiOf, phoneOf } from './documents';
import { idOf, uuidOf } from './ids';
import { daysAfter, momentBetween } from './moments';
import type { Chip, Device } from './records';

const DEVICE_MODELS = ['RX-20', 'RX-20', 'TL-400', 'TL-450 4G', 'MiniTrack 2'] as const;

/** How many kinds of device there are; records name them by id alone. */
export const DEVICE_TYPES = 3;

export function deriveDevice(seed: number, enterpriseIndex: number, index: number): Device {
  const createdAt = momentBetween('2021-01-10', '2023-06-01', seed, 3101, index);
  const imei = imeiOf(seed, index);
  const model = pickAt(DEVICE_MODELS, hash(seed, 3102, index));
  return {
    id: idOf(seed, 'device', index),
    uuid: uuidOf(seed, 'device', index),
    enterpriseId: idOf(seed, 'enterprise', enterpriseIndex),
    typeId: idOf(seed, 'deviceType', hash(seed, 3103, index) % DEVICE_TYPES),
    // Some devices lie in a drawer without a chip.
    chipId: index % 17 === 9 ? null : idOf(seed, 'chip', index),
    name: `${model} · ${imei.slice(-5)}`,
    imei,
    batch: fraction(seed, 3104, index) < 0.5 ? `R${21 + (hash(seed, 3105, index) % 3)}A` : null,
    code: fraction(seed, 3106, index) < 0.3 ? `D${String(index + 1).padStart(5, '0')}` : null,
    deactivatedAt: null,
    createdAt,
    updatedAt: daysAfter(createdAt, 10 + 600 * fraction(seed, 3107, index)),
  };
}

/** Invented companies: real ones would look like an endorsement. */
const CARRIERS = [
  { name: 'NorteCel', apn: 'm2m.nortecel.example' },
  { name: 'Planalto Móvel', apn: 'iot.planaltomovel.example' },
  { name: 'Aurora Telecom', apn: 'dados.aurora.example' },
] as const;

const PROVIDERS = ['Conecta M2M', 'Rede Própria', 'Elo Dados'] as const;

export function deriveChip(seed: number, enterpriseIndex: number, index: number): Chip {
  const createdAt = momentBetween('2020-11-01', '2023-05-01', seed, 3201, index);
  const carrier = pickAt(CARRIERS, index);
  return {
    id: idOf(seed, 'chip', index),
    uuid: uuidOf(seed, 'chip', index),
    enterpriseId: idOf(seed, 'enterprise', enterpriseIndex),
    serial: iccidOf(seed, index),
    number: phoneOf(seed, 3202, index),
    carrier: carrier.name,
    serviceProvider: pickAt(PROVIDERS, hash(seed, 3203, index)),
    batch: fraction(seed, 3204, index) < 0.4 ? `C${20 + (hash(seed, 3205, index) % 4)}` : null,
    apn: carrier.apn,
    apnUsername: 'rastreio',
    apnPassword: 'rastreio',
    archivedAt: null,
    createdAt,
    updatedAt: daysAfter(createdAt, 5 + 400 * fraction(seed, 3206, index)),
  };
}
