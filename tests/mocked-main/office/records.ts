import type {
  Chip,
  Device,
  DeviceAssociation,
  Enterprise,
  Role,
  User,
  UserAssociation,
  Vehicle,
} from '../../../electron/demo/world/fleet/records';

const models = [
  { type: 'truck', brand: 'Volvo', model: 'FH 540', color: '#F5F5F5' },
  { type: 'van', brand: 'Mercedes-Benz', model: 'Sprinter 416', color: '#FFFFFF' },
  { type: 'utility', brand: 'Fiat', model: 'Fiorino', color: '#C0392B' },
  { type: 'pickup truck', brand: 'Toyota', model: 'Hilux SRV', color: '#2C3E50' },
  { type: 'motorcycle', brand: 'Honda', model: 'CG 160', color: '#111111' },
  { type: 'bus', brand: 'Marcopolo', model: 'Torino', color: '#1F77B4' },
] as const;

/** People of the invented office. */
export const people = [
  'Ana Beatriz Carvalho',
  'João Pedro Nogueira',
  'Márcia Teixeira',
  'Rafael Lima Duarte',
  'Conceição Antunes',
  'Vinícius Prado',
  'Luciana Sant’Anna',
] as const;

const enterpriseNames = ['Transportes Vila Clara', 'Vila Clara Frotas', 'Expresso Antunes'];
const roleNames = ['ADMIN', 'CALLCENTER', 'ENTERPRISE', 'OWNER', 'REGULAR', 'VISITOR', 'PROVIDER'];
const carriers = ['Vivo', 'Claro', 'TIM'];
const day = 86_400_000;

/** Identifier number `index` of a kind, 15 characters. */
export function idOf(kind: string, index: number): string {
  return `${kind}${String(index).padStart(15 - kind.length, '0')}`;
}

/** The number that an identifier stands for. */
export function indexOf(id: string): number {
  return Number(id.slice(3));
}

const uuidOf = (id: string): string => `${id.slice(0, 8)}-0000-4000-8000-${id.slice(3)}`;
const moment = (at: number): string => new Date(at).toISOString();

function identity(kind: string, index: number): { id: string; uuid: string } {
  const id = idOf(kind, index);
  return { id, uuid: uuidOf(id) };
}

/** Plate of vehicle number `index`. */
export function plateOf(index: number): string {
  const letter = (shift: number) => String.fromCharCode(65 + ((index * 7 + shift * 11) % 26));
  const digit = (shift: number) => (index * 3 + shift * 7) % 10;
  return `${letter(0)}${letter(1)}${letter(2)}-${digit(0)}${letter(3)}${digit(1)}${digit(2)}`;
}

/** The enterprise of vehicle number `index`, and of its device. */
function enterpriseOf(index: number): string {
  return idOf('ent', index % 7 === 3 ? 1 : index % 11 === 10 ? 2 : 0);
}

/** Vehicle number `index`. */
export function vehicleOf(index: number, now: number): Vehicle {
  const model = models[index % models.length] ?? models[0];
  return {
    ...identity('veh', index),
    ...model,
    index,
    enterpriseId: enterpriseOf(index),
    plate: plateOf(index),
    vin: `9BW${String(index).padStart(14, 'A0B1C2D3E4F5G6')}`.slice(0, 17),
    trim: null,
    code: `F-${String(index + 1).padStart(3, '0')}`,
    batch: null,
    description: index % 9 === 4 ? 'Reserve, parked at the depot in Sumaré' : null,
    registrationNumber: null,
    // One that no decoder expects.
    year: index === 1 ? ({ from: 2019 } as never) : String(2015 + (index % 10)),
    createdAt: moment(now - (800 - (index % 700)) * day),
    updatedAt: moment(now - (index % 60) * day),
  };
}

/** The device on vehicle number `index`. */
export function deviceOf(index: number, now: number): Device {
  return {
    ...identity('dev', index),
    enterpriseId: enterpriseOf(index),
    typeId: idOf('typ', index % 3),
    chipId: idOf('chi', index),
    name: `Tracker ${100 + index}`,
    imei: String(356_938_035_600_000 + index * 9973),
    batch: null,
    code: null,
    deactivatedAt: null,
    createdAt: moment(now - 900 * day),
    updatedAt: moment(now - 300 * day),
  };
}

/** The chip in device number `index`. */
export function chipOf(index: number, now: number): Chip {
  return {
    ...identity('chi', index),
    enterpriseId: enterpriseOf(index),
    serial: String(8_955_010_000_000_000_000n + BigInt(index) * 7919n),
    number: `+55 19 9${String(70_000_000 + index * 7919)}`,
    carrier: carriers[index % carriers.length] ?? '',
    serviceProvider: '',
    batch: null,
    apn: 'zap.vivo.com.br',
    apnUsername: 'vivo',
    apnPassword: `apn-secret-${index}`,
    archivedAt: null,
    createdAt: moment(now - 900 * day),
    updatedAt: moment(now - 300 * day),
  };
}

/** CPF number `index` with its two check digits. */
function cpfOf(index: number): string {
  const digits = Array.from({ length: 9 }, (_, at) => (index * 7 + at * 3 + 1) % 10);
  for (const length of [9, 10]) {
    const sum = digits
      .slice(0, length)
      .reduce((all, each, at) => all + each * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
}

function usernameOf(name: string, index: number): string {
  const [first = '', ...others] = name
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
    .toLowerCase()
    .split(' ');
  const round = Math.floor(index / people.length);
  return `${first}.${others.at(-1) ?? ''}${round === 0 ? '' : round + 1}`;
}

/** User number `index`. */
export function userOf(index: number, now: number): User {
  const name = people[index % people.length] ?? '';
  const username = usernameOf(name, index);
  return {
    ...identity('usr', index),
    enterpriseId: idOf('ent', index % 5 === 4 ? 1 : 0),
    roleId: idOf('rol', 4),
    username,
    name,
    email: index % 5 === 3 ? null : `${username}@vilaclara.example`,
    phone1: `+55 19 9${String(81_000_000 + index * 7919).slice(0, 4)}-${String(1000 + ((index * 37) % 9000))}`,
    phone2: null,
    emergencyContact: index % 3 === 0 ? 'Helena Moraes' : null,
    emergencyPhone: null,
    documentNumber: null,
    cpf: cpfOf(index),
    birthdate: `${1968 + (index % 30)}-0${1 + (index % 9)}-1${index % 9}`,
    locale: 'pt-BR',
    createdAt: moment(now - (900 - index) * day),
    updatedAt: moment(now - (index % 40) * day),
    deactivatedAt: index % 8 === 7 ? moment(now - 12 * day) : null,
  };
}

/** The enterprises. */
export const enterprises: readonly Enterprise[] = enterpriseNames.map((name, index) => ({
  ...identity('ent', index),
  name,
}));

/** The roles. */
export const roles: readonly Role[] = roleNames.map((name, index) => ({
  ...identity('rol', index),
  name,
}));

/** The devices on vehicle number `index`. */
export function deviceAssociationsOf(index: number, now: number): DeviceAssociation[] {
  const association = (device: number, isMain: boolean): DeviceAssociation => ({
    ...identity('da', index * 3 + (isMain ? 0 : 1)),
    vehicleId: idOf('veh', index),
    deviceId: idOf('dev', device),
    enterpriseId: enterpriseOf(index),
    isMain,
    createdAt: moment(now - (200 + index) * day),
    updatedAt: moment(now - (200 + index) * day),
    deletedAt: null,
  });
  return [
    ...(index % 17 === 16 ? [] : [association(index, true)]),
    ...(index % 5 === 0 && index > 0 ? [association(index - 1, false)] : []),
  ];
}

/** The people on vehicle number `index`. */
export function userAssociationsOf(index: number, now: number): UserAssociation[] {
  if (index % 6 === 5) return [];
  return [
    {
      ...identity('ua', index * 3 + 1),
      vehicleId: idOf('veh', index),
      userId: idOf('usr', index % people.length),
      nature: 'DRIVER',
      createdAt: moment(now - (200 + index) * day),
      deletedAt: null,
    },
  ];
}

/** What devices and people have in common on a vehicle. */
export type AnyAssociation = Pick<
  DeviceAssociation,
  'id' | 'vehicleId' | 'createdAt' | 'deletedAt'
>;
