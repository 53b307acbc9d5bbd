import { z } from 'zod';
import * as shapes from './documented-shapes';
import type { ServiceClient } from './service-client';

/** Records that the operations are tried on. */
export interface Context {
  client: ServiceClient;
  vehicleId: string;
  deviceId: string;
  enterpriseId: string;
  acc: string;
  userId: string;
  otherUserId: string;
  roleId: string;
  chipId: string;
  /** A vehicle of the same enterprise as `spareDeviceId`, which no vehicle holds. */
  newVehicleId: string;
  spareDeviceId: string;
  colleagueId: string;
}

/** An operation of the document, as it is tried. */
export interface Documented {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (context: Context) => string;
  readonly body?: (context: Context) => unknown;
  /** The whole answer; null for an answer without a body. */
  readonly answer: z.ZodType | null;
  readonly needsToken?: false;
}

const one = (record: z.ZodType): z.ZodType => z.strictObject({ data: record });
const many = (record: z.ZodType): z.ZodType => z.strictObject({ data: z.array(record).min(1) });
const keys = ({ acc, deviceId }: Context): string =>
  `filters[acc][eq]=${acc}&filters[did][eq]=${deviceId}`;

/** All operations of the document, in its order, with methods and paths of the defaults. */
export const operations: readonly Documented[] = [
  {
    name: 'log in',
    method: 'POST',
    path: () => '/v2/auth/login',
    body: ({ client }) => ({
      username: client.service.username,
      password: client.service.password,
    }),
    answer: one(shapes.tokens),
    needsToken: false,
  },
  {
    name: 'refresh token',
    method: 'POST',
    path: () => '/v2/auth/refresh-token',
    body: ({ client }) => ({ auth_token: client.token, refresh_token: client.refreshToken }),
    answer: one(shapes.tokens),
    needsToken: false,
  },
  {
    name: 'deactivate user',
    method: 'PATCH',
    path: ({ otherUserId }) => `/v2/users/${otherUserId}/status/deactivation`,
    answer: null,
  },
  {
    name: 'get user',
    method: 'GET',
    path: ({ userId }) => `/v2/users/${userId}`,
    answer: one(shapes.user),
  },
  {
    name: 'delete user',
    method: 'DELETE',
    path: ({ otherUserId }) => `/v2/users/${otherUserId}`,
    answer: shapes.nothing,
  },
  {
    name: 'update user',
    method: 'PATCH',
    path: ({ userId }) => `/v2/users/${userId}`,
    body: ({ enterpriseId, roleId }) => ({
      data: {
        attributes: { name: 'Rosa Prado', email: null, birthdate: '1990-04-30' },
        relationships: {
          enterprise: { type: 'enterprise', id: enterpriseId },
          roles: { type: 'roles', id: roleId },
        },
      },
    }),
    answer: one(shapes.user),
  },
  { name: 'list users', method: 'GET', path: () => '/v2/users', answer: many(shapes.user) },
  {
    name: 'create users',
    method: 'POST',
    path: () => '/v2/users',
    body: ({ roleId }) => ({
      data: {
        attributes: {
          username: 'rosa.prado',
          password: 'uma senha qualquer',
          email: 'rosa@frota.example',
          name: 'Rosa Prado',
          phone1: '+5563999990000',
          phone2: null,
          emergency_contact: null,
          emergency_phone: null,
          document_number: '1234567',
          cpf: '529.982.247-25',
          birthdate: '1990-04-30',
          locale: 'pt_BR',
        },
        relationships: { roles: { type: 'roles', id: roleId } },
      },
    }),
    answer: many(shapes.user),
  },
  {
    name: 'get role',
    method: 'GET',
    path: ({ roleId }) => `/v2/roles/${roleId}?attributes[]=name`,
    answer: one(shapes.role),
  },
  { name: 'list roles', method: 'GET', path: () => '/v2/roles', answer: many(shapes.role) },
  {
    name: 'get vehicle',
    method: 'GET',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}`,
    answer: one(shapes.vehicle),
  },
  {
    name: 'update vehicle',
    method: 'PATCH',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}`,
    body: ({ enterpriseId }) => ({
      data: {
        attributes: {
          plate: 'QRS4T56',
          vin: null,
          type: 'van',
          code: 'V-7',
          brand: 'Renault',
          model: 'Master',
          year: '2020',
          description: 'Rota norte',
          color: '#00AAFF',
          batch: null,
          registration_number: '12345678901',
        },
        relationships: { enterprise: { type: 'enterprise', id: enterpriseId } },
      },
    }),
    answer: one(shapes.updatedVehicle),
  },
  {
    name: 'list vehicles',
    method: 'GET',
    path: () => '/v2/vehicles',
    answer: many(shapes.vehicle),
  },
  {
    name: 'create vehicles',
    method: 'POST',
    path: () => '/v2/vehicles',
    body: () => ({
      data: [{ attributes: { plate: 'KLM3N21' } }, { attributes: { plate: 'KLM-4055' } }],
    }),
    answer: many(shapes.createdVehicle),
  },
  {
    name: 'list device associations',
    method: 'GET',
    path: ({ vehicleId }) => `/v2/vehicles/${vehicleId}/associations/devices`,
    answer: many(shapes.deviceAssociation),
  },
  {
    name: 'create device associations',
    method: 'POST',
    path: () => '/v2/vehicles/associations/devices',
    body: ({ newVehicleId, spareDeviceId }) => ({
      data: [{ device_id: spareDeviceId, vehicle_id: newVehicleId, is_main_device: true }],
    }),
    answer: many(shapes.deviceAssociation),
  },
  {
    name: 'update device association',
    method: 'PATCH',
    path: ({ newVehicleId }) => `/v2/vehicles/${newVehicleId}/associations/devices/{association}`,
    body: () => ({ data: { attributes: { is_main_device: true } } }),
    answer: one(shapes.deviceAssociation),
  },
  {
    name: 'delete device associations',
    method: 'DELETE',
    path: () => '/v2/vehicles/associations/devices',
    body: () => ({ data: [{ type: 'device_association', id: '{association}' }] }),
    answer: shapes.nothing,
  },
  {
    name: 'create user associations',
    method: 'POST',
    path: () => '/v2/vehicles/associations/users',
    body: ({ newVehicleId, colleagueId }) => ({
      data: [{ vehicle_id: newVehicleId, user_id: colleagueId }],
    }),
    answer: many(shapes.userAssociation),
  },
  {
    name: 'list user associations',
    method: 'GET',
    path: ({ newVehicleId }) => `/v2/vehicles/${newVehicleId}/associations/users`,
    answer: many(shapes.listedUserAssociation),
  },
  {
    name: 'delete user associations',
    method: 'DELETE',
    path: () => '/v2/vehicles/associations/users',
    body: () => ({ data: [{ type: 'user_permission', id: '{association}' }] }),
    answer: shapes.nothing,
  },
  {
    name: 'get tracking',
    method: 'GET',
    path: ({ vehicleId, deviceId }) => `/v2/vehicles/${vehicleId}/tracking/${deviceId}?format=JSON`,
    answer: one(shapes.position),
  },
  {
    name: 'get trajectory data',
    method: 'GET',
    path: (context) =>
      `/v2/vehicles/${context.vehicleId}/trajectories/geom?${keys(context)}&filters[eid][eq]=${context.enterpriseId}`,
    answer: one(shapes.dayFeatures),
  },
  {
    name: 'get trajectory',
    method: 'GET',
    path: (context) => `/v2/vehicles/${context.vehicleId}/trajectories/by-keys?${keys(context)}`,
    answer: one(shapes.dayRecord),
  },
  {
    name: 'list trajectories',
    method: 'GET',
    path: ({ vehicleId, acc }) =>
      `/v2/vehicles/${vehicleId}/trajectories/?filters[fromAcc]=${acc}&filters[toAcc]=${acc}`,
    answer: many(shapes.daySummary),
  },
  {
    name: 'deactivate device',
    method: 'PATCH',
    path: ({ spareDeviceId }) => `/v2/devices/${spareDeviceId}/status/deactivation`,
    answer: null,
  },
  {
    name: 'get device',
    method: 'GET',
    path: ({ deviceId }) => `/v2/devices/${deviceId}`,
    answer: one(shapes.device),
  },
  {
    name: 'update device',
    method: 'PATCH',
    path: ({ deviceId }) => `/v2/devices/${deviceId}`,
    body: ({ chipId, enterpriseId, vehicleId }) => ({
      data: {
        attributes: { name: 'RX-20 novo', code: null },
        relationships: {
          chip: { type: 'chip', id: chipId },
          enterprise: { type: 'enterprise', id: enterpriseId },
          vehicle: { type: 'vehicle', id: vehicleId },
        },
      },
    }),
    answer: one(shapes.device),
  },
  { name: 'list devices', method: 'GET', path: () => '/v2/devices', answer: many(shapes.device) },
  {
    name: 'create devices',
    method: 'POST',
    path: () => '/v2/devices',
    body: ({ chipId }) => ({
      data: [
        {
          attributes: { name: 'RX-20', imei: '490154203237518', batch: null, code: null },
          relationships: { chip: { type: 'chip', id: chipId } },
        },
      ],
    }),
    answer: many(shapes.createdDevice),
  },
  {
    name: 'delete devices',
    method: 'DELETE',
    path: () => '/v2/devices',
    body: ({ spareDeviceId }) => ({ data: [{ type: 'devices', id: spareDeviceId }] }),
    answer: shapes.nothing,
  },
  {
    name: 'get chip',
    method: 'GET',
    path: ({ chipId }) => `/v2/chips/${chipId}`,
    answer: one(shapes.chip),
  },
  {
    name: 'update chip',
    method: 'PATCH',
    path: ({ chipId }) => `/v2/chips/${chipId}`,
    body: ({ enterpriseId }) => ({
      data: {
        attributes: { carrier: 'Operadora Nova', batch: 'C24' },
        relationships: { enterprise: { type: 'enterprise', id: enterpriseId } },
      },
    }),
    answer: one(shapes.chip),
  },
  { name: 'list chips', method: 'GET', path: () => '/v2/chips', answer: many(shapes.chip) },
  {
    name: 'delete vehicles',
    method: 'DELETE',
    path: () => '/v2/vehicles',
    body: ({ newVehicleId }) => ({ data: [{ type: 'vehicles', id: newVehicleId }] }),
    answer: shapes.nothing,
  },
];
