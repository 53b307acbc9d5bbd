import { ID, listInput, listQuery, OTHER, type WireCase } from './wire-cases';

/** Authentication, users, roles, vehicles. */
export const peopleAndVehicles: WireCase[] = [
  [
    'authentication.logIn',
    { username: 'ana', password: 'segredo' },
    { method: 'POST', path: '/v2/auth/login', body: { username: 'ana', password: 'segredo' } },
  ],
  [
    'authentication.refresh',
    { authToken: 'a', refreshToken: 'r' },
    {
      method: 'POST',
      path: '/v2/auth/refresh-token',
      body: { auth_token: 'a', refresh_token: 'r' },
    },
  ],
  [
    'users.list',
    { attributes: ['username', 'emergency_contact'], ...listInput },
    {
      method: 'GET',
      path: '/v2/users',
      query: ['attributes[]=username', 'attributes[]=emergency_contact', ...listQuery],
    },
  ],
  [
    'users.get',
    { id: ID, attributes: ['cpf'], includes: { enterprise: ['name'] } },
    {
      method: 'GET',
      path: `/v2/users/${ID}`,
      query: ['attributes[]=cpf', 'includes[enterprise][]=name'],
    },
  ],
  [
    'users.create',
    {
      data: {
        attributes: {
          username: 'ana',
          password: 'segredo',
          email: null,
          name: 'Ana',
          phone1: '1',
          phone2: '2',
          emergencyContact: 'Rui',
          emergencyPhone: '3',
          documentNumber: '4',
          cpf: '5',
          birthdate: '1990-12-31',
          locale: 'pt-BR',
        },
        relationships: { enterprise: ID, roles: OTHER },
      },
    },
    {
      method: 'POST',
      path: '/v2/users',
      body: {
        data: {
          attributes: {
            username: 'ana',
            password: 'segredo',
            email: null,
            name: 'Ana',
            phone1: '1',
            phone2: '2',
            emergency_contact: 'Rui',
            emergency_phone: '3',
            document_number: '4',
            cpf: '5',
            birthdate: '1990-12-31',
            locale: 'pt-BR',
          },
          relationships: {
            enterprise: { type: 'enterprise', id: ID },
            roles: { type: 'roles', id: OTHER },
          },
        },
      },
    },
  ],
  [
    'users.update',
    { id: ID, data: { attributes: { name: 'Ana' } } },
    { method: 'PATCH', path: `/v2/users/${ID}`, body: { data: { attributes: { name: 'Ana' } } } },
  ],
  ['users.delete', { id: ID }, { method: 'DELETE', path: `/v2/users/${ID}` }],
  [
    'users.setStatus',
    { id: ID, situation: 'deactivation' },
    { method: 'PATCH', path: `/v2/users/${ID}/status/deactivation` },
  ],
  [
    'roles.list',
    { attributes: ['name'], filters: { name: { eq: 'ADMIN' } } },
    {
      method: 'GET',
      path: '/v2/roles',
      query: ['attributes[]=name', 'filters[name][eq]=ADMIN'],
    },
  ],
  [
    'roles.get',
    { id: ID, attributes: ['name'] },
    { method: 'GET', path: `/v2/roles/${ID}`, query: ['attributes[]=name'] },
  ],
  [
    'vehicles.list',
    { attributes: ['plate', 'registration_number'], ...listInput },
    {
      method: 'GET',
      path: '/v2/vehicles',
      query: ['attributes[]=plate', 'attributes[]=registration_number', ...listQuery],
    },
  ],
  [
    'vehicles.get',
    { id: ID, attributes: ['user_names', 'deactivated_at'], includes: { enterprises: ['name'] } },
    {
      method: 'GET',
      path: `/v2/vehicles/${ID}`,
      query: [
        'attributes[]=user_names',
        'attributes[]=deactivated_at',
        'includes[enterprises][]=name',
      ],
    },
  ],
  [
    'vehicles.create',
    {
      data: [
        {
          attributes: {
            plate: 'ABC1D23',
            vin: 'V',
            typeName: 'car',
            code: 'C',
            brandName: 'B',
            modelName: 'M',
            year: '2024',
            description: 'D',
            color: '#AABBCC',
            batch: 'L',
            registrationNumber: 'R',
          },
          relationships: { enterprise: OTHER },
        },
        { attributes: { plate: 'XYZ9K87' } },
      ],
    },
    {
      method: 'POST',
      path: '/v2/vehicles',
      body: {
        data: [
          {
            attributes: {
              plate: 'ABC1D23',
              vin: 'V',
              type: 'car',
              code: 'C',
              brand: 'B',
              model: 'M',
              year: '2024',
              description: 'D',
              color: '#AABBCC',
              batch: 'L',
              registration_number: 'R',
            },
            relationships: { enterprise: { type: 'enterprise', id: OTHER } },
          },
          { attributes: { plate: 'XYZ9K87' } },
        ],
      },
    },
  ],
  [
    'vehicles.update',
    { id: ID, data: { attributes: { typeName: 'truck', vin: null } } },
    {
      method: 'PATCH',
      path: `/v2/vehicles/${ID}`,
      body: { data: { attributes: { type: 'truck', vin: null } } },
    },
  ],
  [
    'vehicles.delete',
    { ids: [ID, OTHER] },
    {
      method: 'DELETE',
      path: '/v2/vehicles',
      body: {
        data: [
          { type: 'vehicles', id: ID },
          { type: 'vehicles', id: OTHER },
        ],
      },
    },
  ],
];
