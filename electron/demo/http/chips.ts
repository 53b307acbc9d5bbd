import type { Chip } from '../world/fleet/records';
import {
  Complaints,
  dataObject,
  optionalText,
  readAttributes,
  readRelationships,
  text,
} from './checks';
import { pickAttributes, related, type Answer } from './envelope';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { selectPage, type FieldReader } from './selection';
import { answer, type Handlers, type Service } from './service';

const SELECTABLE = ['serial', 'number', 'carrier', 'service_provider', 'batch'];
const SEARCHABLE = ['serial', 'number', 'carrier', 'service_provider', 'batch'];

const CHECKS = {
  serial: text({ pattern: /^\d{18,22}$/, form: '18 to 22 digits' }),
  number: text({ most: 30 }),
  batch: optionalText({ most: 60 }),
  carrier: text({ most: 120 }),
  service_provider: text({ most: 120 }),
};

export function chipHandlers(service: Service): Handlers {
  const { world } = service;

  const find = (params: Readonly<Record<string, unknown>>): Chip => {
    const chip = world.chips.get(checkIdentifier('id', params.id));
    if (!chip) throw notFound('Chip not found');
    return chip;
  };

  return {
    'chips.list': ({ query }) => {
      const rules = {
        // This list refuses `attributes` and `includes`, as several live servers do.
        attributes: null,
        includes: null,
        fields: [...SELECTABLE, 'id', 'enterprise.id', 'created_at', 'updated_at', 'archived_at'],
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = selectPage(world.chips, asked, readField, SEARCHABLE);
      return answer(page.map((chip) => toAnswer(chip, null)));
    },
    'chips.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, SELECTABLE);
      return answer(toAnswer(find(params), wanted));
    },
    'chips.update': ({ params, body }) => {
      const chip = find(params);
      const complaints = new Complaints();
      const item = dataObject(body, complaints);
      complaints.settle();
      if (!item) throw badRequest('body.data is required');
      const { service_provider, ...rest } = readAttributes(item, CHECKS, [], complaints);
      const { enterprise } = readRelationships(
        item,
        { enterprise: 'enterprise' },
        (_, id) => world.enterprises.get(id) !== undefined,
        complaints,
      );
      complaints.settle();
      const updated: Chip = {
        ...chip,
        ...rest,
        ...(service_provider === undefined ? {} : { serviceProvider: service_provider }),
        ...(enterprise ? { enterpriseId: enterprise } : {}),
        updatedAt: world.timestamp(),
      };
      for (const other of world.chips) {
        if (other.serial === updated.serial && other.id !== chip.id) {
          throw badRequest('body.data.attributes.serial is already in use');
        }
      }
      world.chips.put(updated);
      return answer(toAnswer(updated, null));
    },
  };
}

function attributesOf(chip: Chip): Record<string, unknown> {
  return {
    serial: chip.serial,
    number: chip.number,
    carrier: chip.carrier,
    service_provider: chip.serviceProvider,
    batch: chip.batch,
    apn: chip.apn,
    apn_username: chip.apnUsername,
    apn_password: chip.apnPassword,
    archived_at: chip.archivedAt,
    created_at: chip.createdAt,
    updated_at: chip.updatedAt,
  };
}

const readField: FieldReader<Chip> = (chip, field) => {
  if (field === 'id') return [chip.id];
  if (field === 'enterprise.id') return [chip.enterpriseId];
  return [attributesOf(chip)[field]];
};

function toAnswer(chip: Chip, wanted: readonly string[] | null): Answer {
  return {
    id: chip.id,
    uuid: chip.uuid,
    type: 'chips',
    attributes: pickAttributes(attributesOf(chip), wanted),
    relationships: { enterprise: related('enterprise', chip.enterpriseId) },
  };
}
