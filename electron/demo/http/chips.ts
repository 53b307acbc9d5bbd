import { optionalText, text } from './attributes';
import { related } from './envelope';
import { enterpriseRelation } from './enterprises';
import { resource } from './resource';
import type { Handlers, Service } from './service';

const SELECTABLE = ['serial', 'number', 'carrier', 'service_provider', 'batch'];

export function chipHandlers(service: Service): Handlers {
  const chips = resource(service, {
    type: 'chips',
    title: 'Chip',
    records: () => service.world.chips,
    told: [
      ...SELECTABLE,
      'apn',
      'apn_username',
      'apn_password',
      'archived_at',
      'created_at',
      'updated_at',
    ],
    selectable: SELECTABLE,
    listRefusesAttributes: true,
    filtered: ['enterprise.id'],
    searchables: SELECTABLE,
    relationships: ({ enterpriseId }) => ({ enterprise: related('enterprise', enterpriseId) }),
    writing: {
      attributes: {
        serial: text({ pattern: /^\d{18,22}$/, form: '18 to 22 digits' }),
        number: text({ most: 30 }),
        batch: optionalText({ most: 60 }),
        carrier: text({ most: 120 }),
        service_provider: text({ most: 120 }),
      },
      unique: ['serial'],
      relations: { enterprise: enterpriseRelation(service) },
    },
  });
  return { 'chips.list': chips.list, 'chips.get': chips.get, 'chips.update': chips.update };
}
