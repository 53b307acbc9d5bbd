import { ID, listInput, listQuery, OTHER, type WireCase } from './wire-cases';

/** Associations, tracking, trajectories, devices, chips. */
export const devicesAndTracking: WireCase[] = [
  [
    'deviceAssociations.list',
    {
      vehicleId: ID,
      includes: { devices: ['imei'] },
      filters: { a: { eq: true } },
      sort: { created_at: 1 },
      count: false,
      limit: 1,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/associations/devices`,
      query: [
        'includes[devices][]=imei',
        'filters[a][eq]=true',
        'sort[created_at]=1',
        'count=false',
        'limit=1',
        'page=1',
      ],
    },
  ],
  [
    'deviceAssociations.create',
    { data: [{ deviceId: OTHER, vehicleId: ID, isMainDevice: true }] },
    {
      method: 'POST',
      path: '/v2/vehicles/associations/devices',
      body: { data: [{ device_id: OTHER, vehicle_id: ID, is_main_device: true }] },
    },
  ],
  [
    'deviceAssociations.update',
    { vehicleId: ID, associationId: OTHER, isMainDevice: false },
    {
      method: 'PATCH',
      path: `/v2/vehicles/${ID}/associations/devices/${OTHER}`,
      body: { data: { attributes: { is_main_device: false } } },
    },
  ],
  [
    'deviceAssociations.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/vehicles/associations/devices',
      body: { data: [{ type: 'device_association', id: ID }] },
    },
  ],
  [
    'userAssociations.list',
    {
      vehicleId: ID,
      attributes: ['nature'],
      includes: { user: ['name'] },
      filters: { a: { eq: 1 } },
      searchables: ['name', 'cpf'],
      sort: { created_at: 1 },
      count: true,
      limit: 50,
      page: 2,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/associations/users`,
      query: [
        'attributes[]=nature',
        'includes[user][]=name',
        'filters[a][eq]=1',
        'searchables[]=name',
        'searchables[]=cpf',
        'sort[created_at]=1',
        'count=true',
        'limit=50',
        'page=2',
      ],
    },
  ],
  [
    'userAssociations.create',
    { data: [{ vehicleId: ID, userId: OTHER }] },
    {
      method: 'POST',
      path: '/v2/vehicles/associations/users',
      body: { data: [{ vehicle_id: ID, user_id: OTHER }] },
    },
  ],
  [
    'userAssociations.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/vehicles/associations/users',
      body: { data: [{ type: 'user_permission', id: ID }] },
    },
  ],
  [
    'tracking.get',
    { id: ID, deviceId: OTHER, includes: { device: ['name'] } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/tracking/${OTHER}`,
      query: ['includes[device][]=name', 'format=JSON'],
    },
  ],
  [
    'trajectories.list',
    {
      id: ID,
      filters: { fromAcc: 20260301, toAcc: 20260331 },
      includes: { device: ['name'] },
      searchables: ['tag'],
      limit: 31,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/`,
      query: [
        'filters[fromAcc]=20260301',
        'filters[toAcc]=20260331',
        'includes[device][]=name',
        'searchables[]=tag',
        'limit=31',
        'page=1',
      ],
    },
  ],
  [
    'trajectories.get',
    {
      id: ID,
      filters: { acc: { eq: 20260310 }, did: { eq: OTHER } },
      includes: { device: ['name'] },
      sort: { act: 1 },
      searchables: ['tag'],
      limit: 1,
      page: 1,
    },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/by-keys`,
      query: [
        'filters[acc][eq]=20260310',
        `filters[did][eq]=${OTHER}`,
        'includes[device][]=name',
        'sort[act]=1',
        'searchables[]=tag',
        'limit=1',
        'page=1',
      ],
    },
  ],
  [
    'trajectories.data',
    { id: ID, attributes: ['DETAILED', 'STOP'], filters: { acc: { eq: 20260310 } } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}/trajectories/geom`,
      query: ['attributes[]=DETAILED', 'attributes[]=STOP', 'filters[acc][eq]=20260310'],
    },
  ],
  [
    'devices.list',
    { attributes: ['imei'], ...listInput },
    { method: 'GET', path: '/v2/devices', query: ['attributes[]=imei', ...listQuery] },
  ],
  [
    'devices.get',
    { id: ID, attributes: ['name'], includes: { chip: ['serial'] } },
    {
      method: 'GET',
      path: `/v2/devices/${ID}`,
      query: ['attributes[]=name', 'includes[chip][]=serial'],
    },
  ],
  [
    'devices.create',
    {
      data: [
        {
          attributes: { name: 'N', imei: '1', batch: null, code: 'C' },
          relationships: { chip: OTHER, enterprise: ID, vehicle: ID, type: OTHER },
        },
      ],
    },
    {
      method: 'POST',
      path: '/v2/devices',
      body: {
        data: [
          {
            attributes: { name: 'N', imei: '1', batch: null, code: 'C' },
            relationships: {
              chip: { type: 'chip', id: OTHER },
              enterprise: { type: 'enterprise', id: ID },
              vehicle: { type: 'vehicle', id: ID },
              type: { type: 'type', id: OTHER },
            },
          },
        ],
      },
    },
  ],
  [
    'devices.update',
    { id: ID, data: { attributes: { code: 'C' }, relationships: { chip: null } } },
    {
      method: 'PATCH',
      path: `/v2/devices/${ID}`,
      body: { data: { attributes: { code: 'C' }, relationships: { chip: null } } },
    },
  ],
  [
    'devices.delete',
    { ids: [ID] },
    {
      method: 'DELETE',
      path: '/v2/devices',
      body: { data: [{ type: 'devices', id: ID }] },
    },
  ],
  [
    'devices.setStatus',
    { id: ID, situation: 'activation' },
    { method: 'PATCH', path: `/v2/devices/${ID}/status/activation` },
  ],
  [
    'chips.list',
    { attributes: ['service_provider'], ...listInput },
    { method: 'GET', path: '/v2/chips', query: ['attributes[]=service_provider', ...listQuery] },
  ],
  [
    'chips.get',
    { id: ID, attributes: ['serial'], includes: { enterprise: ['name'] } },
    {
      method: 'GET',
      path: `/v2/chips/${ID}`,
      query: ['attributes[]=serial', 'includes[enterprise][]=name'],
    },
  ],
  [
    'chips.update',
    {
      id: ID,
      data: {
        attributes: { serial: 'S', number: '1', batch: 'B', carrier: 'C', serviceProvider: 'P' },
        relationships: { enterprise: OTHER },
      },
    },
    {
      method: 'PATCH',
      path: `/v2/chips/${ID}`,
      body: {
        data: {
          attributes: {
            serial: 'S',
            number: '1',
            batch: 'B',
            carrier: 'C',
            service_provider: 'P',
          },
          relationships: { enterprise: { type: 'enterprise', id: OTHER } },
        },
      },
    },
  ],
];
