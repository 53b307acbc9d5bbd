import { z } from 'zod';

/**
 * Shapes of answers, written from the public API document and the service defaults. Strict where
 * the document lists what a record holds, so that an undocumented name fails.
 */
const id = z.string().regex(/^[a-zA-Z0-9]{15}$/);
const uuid = z.uuid();
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const text = z.string();
const maybe = z.string().nullable();

function relationship(type: string) {
  return z.strictObject({
    id,
    type: z.literal(type),
    attributes: z.record(z.string(), z.unknown()),
  });
}

function record<A extends z.ZodType, R extends z.ZodType>(
  type: string,
  attributes: A,
  relations: R,
) {
  return z.strictObject({ id, uuid, type: z.literal(type), attributes, relationships: relations });
}

export const user = record(
  'users',
  z.strictObject({
    username: text,
    email: maybe,
    name: text,
    phone1: maybe,
    phone2: maybe,
    emergency_contact: maybe,
    emergency_phone: maybe,
    document_number: maybe,
    cpf: maybe,
    birthdate: maybe,
    created_at: timestamp,
    updated_at: timestamp,
    deactivated_at: timestamp.nullable(),
    locale: text,
  }),
  z.strictObject({ enterprise: relationship('enterprise') }),
);

export const role = record(
  'roles',
  z.strictObject({
    name: z.enum(['ADMIN', 'CALLCENTER', 'ENTERPRISE', 'OWNER', 'REGULAR', 'VISITOR', 'PROVIDER']),
  }),
  z.strictObject({}),
);

const vehicleRelationships = z.strictObject({
  asset_vehicle_type: relationship('type'),
  enterprises: relationship('enterprise'),
});

const vehicleAttributes = z.strictObject({
  batch: maybe,
  brand_name: maybe,
  code: maybe,
  color: z.string().regex(/^#[0-9A-F]{6}$/),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  description: maybe,
  model_name: maybe,
  plate: text,
  trim_name: maybe,
  type_name: text,
  vin: maybe,
  year: text,
});

export const vehicle = record('vehicles', vehicleAttributes, vehicleRelationships);

/** Creating and updating answer a part of the attributes. */
export const createdVehicle = record(
  'vehicles',
  z.strictObject({ plate: text, vin: maybe }),
  vehicleRelationships,
);
export const updatedVehicle = record('vehicles', vehicleAttributes.partial(), vehicleRelationships);

const associationAttributes = z.strictObject({
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  is_main_device: z.boolean(),
});

/** The keys of devices and vehicles are seen in singular and in plural. */
export const deviceAssociation = record(
  'device_associations',
  associationAttributes,
  z.union([
    z.strictObject({
      devices: relationship('devices'),
      enterprises: relationship('enterprises'),
      vehicles: relationship('vehicles'),
    }),
    z.strictObject({
      device: relationship('devices'),
      enterprises: relationship('enterprises'),
      vehicle: relationship('vehicles'),
    }),
  ]),
);

const userAssociationRelationships = z.strictObject({
  asset: relationship('asset'),
  user: relationship('user'),
});

/** Records of the list carry an empty attributes object. */
export const listedUserAssociation = record(
  'user_associations',
  z.strictObject({}),
  userAssociationRelationships,
);
export const userAssociation = record(
  'user_associations',
  z.strictObject({ created_at: timestamp, deleted_at: timestamp.nullable(), nature: text }),
  userAssociationRelationships,
);

const deviceRelationships = z.strictObject({
  enterprise: relationship('enterprise'),
  type: relationship('type'),
  chip: relationship('chip').optional(),
});

export const device = record(
  'devices',
  z.strictObject({
    name: text,
    imei: z.string().regex(/^\d{15}$/),
    batch: maybe,
    code: maybe,
    created_at: timestamp,
    updated_at: timestamp,
  }),
  deviceRelationships,
);

/** Creating answers IMEI and name, the enterprise, and no UUID. */
export const createdDevice = z.strictObject({
  id,
  type: z.literal('devices'),
  attributes: z.strictObject({ imei: text, name: text }),
  relationships: z.strictObject({ enterprise: relationship('enterprise') }),
});

export const chip = record(
  'chips',
  z.strictObject({
    serial: text,
    number: text,
    carrier: text,
    service_provider: text,
    batch: maybe,
    apn: text,
    apn_username: text,
    apn_password: text,
    archived_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  }),
  z.strictObject({ enterprise: relationship('enterprise') }),
);

export const tokens = z.strictObject({ token: text.max(500), refresh_token: text.max(500) });

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const coordinates = z.tuple([longitude, latitude]);
const heading = z.int().min(0).max(359);

export const position = z.strictObject({
  type: z.literal('Feature'),
  attributes: z.strictObject({
    act: z.int(),
    bl: z.number(),
    dir: heading,
    geometry: z.strictObject({ type: z.literal('Point'), coordinates }),
    ign: z.boolean(),
    o1: text,
    spd: z.number().min(0),
  }),
});

const end = z.strictObject({
  act: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-03:00$/),
  lat: latitude,
  lng: longitude,
  adr: text.optional(),
});

const dayFigures = {
  acc: z.int().min(19700101).max(99991231),
  dur: z.number().min(0),
  dis: z.number().min(0),
  spMax: z.number().min(0),
  spAvg: z.number().min(0),
  sgCnt: z.int().min(0),
  stCnt: z.int().min(0),
  stDur: z.number().min(0),
  alCnt: z.int().min(0),
  alTags: z.array(text),
  bbox: z.tuple([longitude, latitude, longitude, latitude]),
};

const named = { type: text };
export const daySummary = z.strictObject({ ...named, attributes: z.strictObject(dayFigures) });
export const dayRecord = z.strictObject({
  ...named,
  attributes: z.strictObject({
    ...dayFigures,
    ls: z.strictObject({ type: z.literal('LineString'), coordinates: z.array(coordinates).min(2) }),
    segs: z.array(
      z.strictObject({
        id: z.union([text, z.number()]),
        sta: end,
        end,
        dur: z.number().min(0),
        dis: z.number().min(0),
        spMax: z.number().min(0),
      }),
    ),
  }),
});

const point = z.strictObject({
  did: id,
  acc: z.int(),
  lat: latitude,
  lng: longitude,
  ign: z.boolean(),
  spd: z.number().min(0),
  dir: heading,
  act: z.int(),
  o1: text,
  bl: z.number(),
});

export const dayFeatures = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      geometry: z.union([
        z.strictObject({ type: z.literal('Point'), coordinates }),
        z.strictObject({ type: z.literal('LineString'), coordinates: z.array(coordinates).min(2) }),
      ]),
      properties: z.strictObject({
        type: z.enum(['SEGMENT', 'DETAILED', 'ALARM', 'STOP']),
        tag: text,
        val: z.number().nullable(),
        msg: maybe,
        point,
      }),
    }),
  ),
});
export type DayFeatures = z.infer<typeof dayFeatures>;

export const error = z.strictObject({ error: z.strictObject({ message: text.min(1) }) });
export const nothing = z.strictObject({});
