import type { UserAssociation } from '../world/fleet/records';
import type { World } from '../world/world';
import { Complaints, dataList, identifier, member, onlyMembers, required } from './checks';
import { pickAttributes, related, type Answer } from './envelope';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readListQuery } from './query';
import { readEnding } from './records';
import { selectPage } from './selection';
import { answer, created, DELETED, type Handlers, type Service } from './service';
import { findVehicle } from './vehicles';

const SELECTABLE = ['created_at', 'deleted_at', 'nature'];
const FIELDS = [...SELECTABLE, 'id', 'user.id', 'user.name', 'user.username'];
const SEARCHABLE = ['nature', 'user.name', 'user.username'];

export function userAssociationHandlers(service: Service): Handlers {
  const { world } = service;
  return {
    'userAssociations.list': async ({ params, query }) => {
      const vehicle = findVehicle(world, checkIdentifier('vehicle_id', params.vehicle_id));
      const rules = {
        attributes: SELECTABLE,
        includes: {},
        fields: FIELDS,
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const all = world.userAssociations.ofVehicle(vehicle.id);
      const page = await selectPage(all, asked, (one, field) => readField(world, one, field));
      // Unless some are asked for, records of this list carry no attributes at all.
      return answer(page.map((association) => toAnswer(association, asked.attributes ?? [])));
    },
    'userAssociations.create': ({ body }) => {
      const complaints = new Complaints();
      const rows = dataList(body, complaints).flatMap((item) => {
        onlyMembers(item, ['vehicle_id', 'user_id'], complaints);
        const vehicleId = required(member(item, 'vehicle_id'), identifier(), complaints);
        const userId = required(member(item, 'user_id'), identifier(), complaints);
        if (vehicleId === undefined || userId === undefined) return [];
        return [{ path: item.path, vehicleId, userId }];
      });
      complaints.settle();
      const pairs = new Set<string>();
      for (const { path, vehicleId, userId } of rows) {
        const vehicle = world.vehicles.get(vehicleId);
        const user = world.users.get(userId);
        if (!vehicle) throw notFound(`${path}.vehicle_id was not found`);
        if (!user) throw notFound(`${path}.user_id was not found`);
        if (vehicle.enterpriseId !== user.enterpriseId) {
          throw badRequest(`${path}: the vehicle and the user belong to different enterprises`);
        }
        const isKnown = world.userAssociations
          .currentOf(vehicleId)
          .some((other) => other.userId === userId);
        if (isKnown || pairs.has(`${vehicleId}:${userId}`)) {
          throw badRequest(`${path}.user_id is already associated`);
        }
        pairs.add(`${vehicleId}:${userId}`);
      }
      const now = world.timestamp();
      const associations = rows.map(({ vehicleId, userId }): UserAssociation => ({
        ...world.newIdentity(),
        vehicleId,
        userId,
        nature: 'PERMISSION',
        createdAt: now,
        deletedAt: null,
      }));
      for (const association of associations) world.userAssociations.add(association);
      return created(associations.map((association) => toAnswer(association, null)));
    },
    'userAssociations.delete': ({ body }) => {
      const going = readEnding(world, world.userAssociations, body, 'user_permission');
      const now = world.timestamp();
      for (const { association } of going) {
        world.userAssociations.put({ ...association, deletedAt: now });
      }
      return DELETED;
    },
  };
}

function attributesOf(association: UserAssociation): Record<string, unknown> {
  return {
    created_at: association.createdAt,
    deleted_at: association.deletedAt,
    nature: association.nature,
  };
}

function readField(world: World, association: UserAssociation, field: string): readonly unknown[] {
  if (field === 'id') return [association.id];
  if (field === 'user.id') return [association.userId];
  if (field.startsWith('user.')) {
    const user = world.users.get(association.userId);
    return [field === 'user.name' ? user?.name : user?.username];
  }
  return [attributesOf(association)[field]];
}

function toAnswer(association: UserAssociation, wanted: readonly string[] | null): Answer {
  return {
    id: association.id,
    uuid: association.uuid,
    type: 'user_associations',
    attributes: pickAttributes(attributesOf(association), wanted),
    relationships: {
      asset: related('asset', association.vehicleId),
      user: related('user', association.userId),
    },
  };
}
