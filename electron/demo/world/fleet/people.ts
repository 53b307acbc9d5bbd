import { fraction, hash, pickAt } from '../random';
import { cpfOf, phoneOf } from './documents';
import { idOf, uuidOf } from './ids';
import { daysAfter, momentBetween } from './moments';
import type { Enterprise, Role, User } from './records';

// prettier-ignore
const GIVEN_NAMES = [
  'Adriana', 'Alexandre', 'Aline', 'Amanda', 'Ana Beatriz', 'Ana Clara', 'André', 'Antônio',
  'Bianca', 'Bruno', 'Caio', 'Camila', 'Carlos Eduardo', 'Carolina', 'Cláudia', 'Cristiano',
  'Daniela', 'Davi', 'Débora', 'Diego', 'Eduarda', 'Elaine', 'Fabiana', 'Felipe', 'Fernanda',
  'Francisco', 'Gabriela', 'Guilherme', 'Gustavo', 'Helena', 'Henrique', 'Igor', 'Isabela',
  'João Pedro', 'João Victor', 'Joaquim', 'José Carlos', 'Juliana', 'Larissa', 'Leandro',
  'Letícia', 'Lucas', 'Luciana', 'Luiz Fernando', 'Marcela', 'Márcio', 'Maria Eduarda',
  'Mariana', 'Mateus', 'Natália', 'Otávio', 'Patrícia', 'Paulo Henrique', 'Rafael', 'Raquel',
  'Renata', 'Ricardo', 'Rodrigo', 'Rosângela', 'Sérgio', 'Simone', 'Tatiane', 'Thiago',
  'Valéria', 'Vanessa', 'Vinícius', 'Vitória', 'Wagner', 'Wellington', 'Yasmin',
];

// prettier-ignore
const FAMILY_NAMES = [
  'Almeida', 'Alves', 'Araújo', 'Azevedo', 'Barbosa', 'Barros', 'Batista', 'Borges', 'Braga',
  'Campos', 'Cardoso', 'Carvalho', 'Castro', 'Conceição', 'Correia', 'Costa', 'Cunha', 'Dias',
  'Duarte', 'Farias', 'Fernandes', 'Ferreira', 'Freitas', 'Gomes', 'Gonçalves', 'Lima',
  'Lopes', 'Machado', 'Magalhães', 'Marques', 'Martins', 'Melo', 'Mendes', 'Miranda',
  'Moraes', 'Moreira', 'Nascimento', 'Neves', 'Oliveira', 'Pereira', 'Pinto', 'Ramos', 'Reis',
  'Ribeiro', 'Rocha', 'Rodrigues', 'Santana', 'Santos', 'Silva', 'Soares', 'Souza', 'Teixeira',
  'Vieira',
];

export const ROLE_NAMES = [
  'ADMIN',
  'CALLCENTER',
  'ENTERPRISE',
  'OWNER',
  'REGULAR',
  'VISITOR',
  'PROVIDER',
] as const;

export function deriveRole(seed: number, index: number): Role {
  return {
    id: idOf(seed, 'role', index),
    uuid: uuidOf(seed, 'role', index),
    name: pickAt(ROLE_NAMES, index),
  };
}

const ENTERPRISES = [
  'Ligeira Entregas',
  'Transportes Chapadão',
  'Viação Alvorada do Planalto',
  'Instaladora Bom Sinal',
  'Guarda & Cia. Atendimento',
  'Cooperativa Terra Funda',
] as const;

/** Three to six companies share the demo, as the seed will have it. */
export function enterpriseCount(seed: number): number {
  return 3 + (hash(seed, 3301) % 4);
}

export function deriveEnterprise(seed: number, index: number): Enterprise {
  return {
    id: idOf(seed, 'enterprise', index),
    uuid: uuidOf(seed, 'enterprise', index),
    name: pickAt(ENTERPRISES, index),
  };
}

/** The account of the demo itself: the first of the users. */
export const DEMO_USERNAME = 'demo';

export function deriveUser(seed: number, enterprises: number, index: number): User {
  const createdAt = momentBetween('2021-01-05', '2023-09-01', seed, 3401, index);
  const given = pickAt(GIVEN_NAMES, hash(seed, 3402, index));
  const family = pickAt(FAMILY_NAMES, hash(seed, 3403, index));
  const middle = pickAt(FAMILY_NAMES, hash(seed, 3404, index));
  const hasMiddle = middle !== family && fraction(seed, 3405, index) < 0.45;
  const name = hasMiddle ? `${given} ${middle} ${family}` : `${given} ${family}`;
  const handle = `${folded(given.split(' ')[0] ?? given)}.${folded(family)}${index + 1}`;
  const maybe = (salt: number, share: number, value: string): string | null =>
    fraction(seed, salt, index) < share ? value : null;
  const contact = `${pickAt(GIVEN_NAMES, hash(seed, 3406, index))} ${family}`;
  const birth = momentBetween('1961-01-01', '2004-12-31', seed, 3407, index).slice(0, 10);
  const isGone = index > 0 && fraction(seed, 3408, index) < 0.06;
  // Mostly ordinary users, and a few of each other role.
  const role = index === 0 ? 0 : index % 9 < 7 ? 4 : hash(seed, 3409, index) % ROLE_NAMES.length;
  return {
    id: idOf(seed, 'user', index),
    uuid: uuidOf(seed, 'user', index),
    enterpriseId: idOf(seed, 'enterprise', index % enterprises),
    roleId: idOf(seed, 'role', role),
    username: index === 0 ? DEMO_USERNAME : handle,
    name: index === 0 ? 'Central de Monitoramento' : name,
    email: maybe(3410, 0.9, `${handle}@frota.example`),
    phone1: maybe(3411, 0.92, phoneOf(seed, 3412, index)),
    phone2: maybe(3413, 0.25, phoneOf(seed, 3414, index)),
    emergencyContact: maybe(3415, 0.4, contact),
    emergencyPhone: maybe(3415, 0.4, phoneOf(seed, 3417, index)),
    documentNumber: maybe(3418, 0.6, String(1_000_000 + (hash(seed, 3419, index) % 8_999_999))),
    cpf: maybe(3420, 0.88, cpfOf(seed, index)),
    birthdate: maybe(3421, 0.8, birth),
    locale: fraction(seed, 3422, index) < 0.93 ? 'pt_BR' : 'es',
    createdAt,
    updatedAt: daysAfter(createdAt, 15 + 500 * fraction(seed, 3423, index)),
    deactivatedAt: isGone ? momentBetween('2024-01-01', '2025-06-01', seed, 3424, index) : null,
  };
}

/** Lower case without accents, for user names and searches. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // Most of what is searched is plain, and taking accents apart is slow.
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{Diacritic}/gu, '');
}
