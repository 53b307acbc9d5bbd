import { z } from 'zod';
import { ORDER_STATES } from '../world/fleet/service-orders';
import { optionalText, text } from './attributes';
import { related } from './envelope';
import { resource } from './resource';
import type { HandlersOf, Service } from './service';
import type { ServiceOrderName } from './operations';

const TOLD = ['number', 'title', 'notes', 'due_date', 'state', 'hours', 'created_at', 'updated_at'];

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Service orders: the document mentions the resource and describes nothing of it. The profile of
 * the demo connection (resources/profiles/demo.json) tells the app what there is.
 */
export function serviceOrderHandlers(service: Service): HandlersOf<ServiceOrderName> {
  const { world } = service;
  const orders = resource(service, {
    type: 'service_orders',
    title: 'Service order',
    records: () => world.serviceOrders,
    told: TOLD,
    selectable: TOLD,
    filtered: ['vehicle.id'],
    searchables: ['number', 'title', 'notes'],
    relationships: ({ vehicleId }) =>
      vehicleId === null ? {} : { vehicle: related('vehicle', vehicleId) },
    related: ({ vehicleId }, field) => (field === 'vehicle.id' ? [vehicleId] : undefined),
    writing: {
      attributes: {
        number: text({ most: 20 }),
        title: text({ most: 120 }),
        notes: optionalText({ most: 2_000 }),
        due_date: optionalText({ pattern: DATE, form: 'a date of the form YYYY-MM-DD' }),
        state: z.enum(ORDER_STATES, `must be one of ${ORDER_STATES.join(', ')}`),
        hours: z.number('must be a number').min(0, 'must not be negative').nullable(),
      },
      required: ['number', 'title'],
      unique: ['number'],
      relations: {
        vehicle: {
          type: 'vehicle',
          field: 'vehicleId',
          canEnd: true,
          exists: (id) => world.vehicles.get(id) !== undefined,
        },
      },
      blank: (now) => ({
        number: '',
        vehicleId: null,
        title: '',
        notes: null,
        dueDate: null,
        state: 'open' as const,
        hours: null,
        createdAt: now,
        updatedAt: now,
      }),
    },
  });
  return {
    'serviceOrders.list': orders.list,
    'serviceOrders.get': orders.get,
    'serviceOrders.create': orders.createOne,
    'serviceOrders.update': orders.update,
    'serviceOrders.delete': orders.deleteOne,
  };
}
