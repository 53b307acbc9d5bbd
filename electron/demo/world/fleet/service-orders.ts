import { fraction, hash, pickAt } from '../random';
import { idOf, uuidOf } from './ids';
import { daysAfter } from './moments';
import type { ServiceOrder } from './records';

/** What can be wrong with a vehicle, and what is written beside it. */
const WORKS: readonly (readonly [title: string, notes: string | null])[] = [
  ['Troca de óleo e filtros', 'Óleo 5W-30, conferir o filtro de ar'],
  ['Revisão dos freios', 'Pastilhas dianteiras no limite'],
  ['Alinhamento e balanceamento', null],
  ['Bateria não segura carga', 'Cliente relata partida difícil pela manhã'],
  ['Instalação de rastreador', 'Deixar o chicote atrás do painel'],
  ['Troca de pneus', null],
  ['Ar-condicionado sem gás', 'Verificar vazamento na válvula'],
  ['Revisão dos 40.000 km', null],
];

/** The states of an order, in the order of its life. */
export const ORDER_STATES = ['open', 'in_progress', 'done', 'canceled'] as const;

/** How many orders a fleet has at the start: one for every fifth vehicle, but some. */
export function serviceOrderCount(vehicles: number): number {
  return Math.max(6, Math.floor(vehicles / 5));
}

/**
 * The service order at an index. A workshop's list is about this week: what is open is due soon or
 * was due a little ago, and what is over was due in the last days.
 * @param day the first moment of the day around which they are due, epoch milliseconds
 */
export function deriveServiceOrder(
  { seed, vehicles, day }: { seed: number; vehicles: number; day: number },
  index: number,
): ServiceOrder {
  const state = pickAt(ORDER_STATES, hash(seed, 4105, index));
  const isOver = state === 'done' || state === 'canceled';
  const dueIn = isOver ? -1 - (index % 12) : (index % 15) - 2;
  const today = new Date(day).toISOString();
  const createdBefore = 1 + 20 * fraction(seed, 4101, index) - Math.min(0, dueIn);
  const [title, notes] = pickAt(WORKS, hash(seed, 4102, index));
  const hours = 1 + Math.floor(12 * fraction(seed, 4104, index)) / 2;
  return {
    id: idOf(seed, 'serviceOrder', index),
    uuid: uuidOf(seed, 'serviceOrder', index),
    number: `OS-${String(1001 + index)}`,
    vehicleId: idOf(seed, 'vehicle', hash(seed, 4103, index) % vehicles),
    title,
    notes,
    dueDate: daysAfter(today, dueIn).slice(0, 10),
    state,
    hours,
    createdAt: daysAfter(today, -createdBefore),
    updatedAt: daysAfter(today, -createdBefore * fraction(seed, 4106, index)),
  };
}
