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
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { findRecord, refuseTaken } from './records';
import { ownFields, selectPage } from './selection';
import { answer, type Handlers, type Service } from './service';

const SELECTABLE = ['serial', 'number', 'carrier', 'service_provider', 'batch'];
const SEARCHABLE = ['serial', 'number', 'carrier', 'service_provider', 'batch'];

/** What belongs to one chip alone. */
const UNIQUE = ['serial'] as const;

const CHECKS = {
  serial: text({ pattern: /^\d{18,22}$/, form: '18 to 22 digits' }),
  number: text({ most: 30 }),
  batch: optionalText({ most: 60 }),
  carrier: text({ most: 120 }),
  service_provider: text({ most: 120 }),
};

export function chipHandlers(service: Service): Handlers {
  const { world } = service;

  const find = (params: Readonly<Record<string, unknown>>): Chip =>
    findRecord(world.chips, 'Chip', checkIdentifier('id', params.id));

  return {
    'chips.list': async ({ query }) => {
      const rules = {
        // This list refuses `attributes` and `includes`, as several live servers do.
        attributes: null,
        includes: null,
        fields: [...SELECTABLE, 'id', 'enterprise.id', 'created_at', 'updated_at', 'archived_at'],
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = await selectPage(world.chips, asked, readField);
      return answer(page.map((chip) => toAnswer(chip, null)));
    },
    'chips.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, SELECTABLE);
      return answer(toAnswer(find(params), wanted));
    },
    'chips.update': async ({ params, body }) => {
      await world.chips.learn(UNIQUE);
      const chip = find(params);
      const item = dataObject(body);
      const complaints = new Complaints();
      const { service_provider, ...rest } = readAttributes(item, CHECKS, [], complaints);
      const { enterprise } = readRelationships(
        item,
        { enterprise: 'enterprise' },
        (_, id) => world.enterprises.get(id) !== undefined,
        complaints,
      );
      complaints.settle();
      refuseTaken(world.chips, UNIQUE, [{ item, changes: rest }], complaints, chip.id);
      complaints.settle();
      const updated: Chip = {
        ...chip,
        ...rest,
        ...(service_provider === undefined ? {} : { serviceProvider: service_provider }),
        ...(enterprise ? { enterpriseId: enterprise } : {}),
        updatedAt: world.timestamp(),
      };
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

const readField = ownFields(attributesOf);

function toAnswer(chip: Chip, wanted: readonly string[] | null): Answer {
  return {
    id: chip.id,
    uuid: chip.uuid,
    type: 'chips',
    attributes: pickAttributes(attributesOf(chip), wanted),
    relationships: { enterprise: related('enterprise', chip.enterpriseId) },
  };
}
