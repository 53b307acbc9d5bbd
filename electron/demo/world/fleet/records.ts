/** An instant as the service writes it: ISO 8601, UTC, milliseconds. */
export type Timestamp = string;

interface Record {
  readonly id: string;
  readonly uuid: string;
}

export interface Enterprise extends Record {
  readonly name: string;
}

export interface Vehicle extends Record {
  /** Its number in the fleet; null for a vehicle that was created over the API. */
  readonly index: number | null;
  readonly enterpriseId: string;
  readonly plate: string;
  readonly vin: string | null;
  readonly type: string;
  readonly brand: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  readonly code: string | null;
  readonly batch: string | null;
  readonly color: string;
  readonly description: string | null;
  /** Accepted on write, never returned. */
  readonly registrationNumber: string | null;
  readonly year: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export interface Device extends Record {
  readonly enterpriseId: string;
  readonly typeId: string;
  readonly chipId: string | null;
  readonly name: string;
  readonly imei: string;
  readonly batch: string | null;
  readonly code: string | null;
  /** Known to the service, told to nobody: no field of the document records it. */
  readonly deactivatedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export interface Chip extends Record {
  readonly enterpriseId: string;
  readonly serial: string;
  readonly number: string;
  readonly carrier: string;
  readonly serviceProvider: string;
  readonly batch: string | null;
  readonly apn: string;
  readonly apnUsername: string;
  readonly apnPassword: string;
  readonly archivedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export interface User extends Record {
  readonly enterpriseId: string;
  /** Accepted on write, never returned. */
  readonly roleId: string;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone1: string | null;
  readonly phone2: string | null;
  readonly emergencyContact: string | null;
  readonly emergencyPhone: string | null;
  readonly documentNumber: string | null;
  readonly cpf: string | null;
  readonly birthdate: string | null;
  readonly locale: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly deactivatedAt: Timestamp | null;
}

export interface Role extends Record {
  readonly name: string;
}

export interface ServiceOrder extends Record {
  readonly number: string;
  readonly vehicleId: string | null;
  readonly title: string;
  readonly notes: string | null;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null;
  readonly state: 'open' | 'in_progress' | 'done' | 'canceled';
  /** Hours of work. */
  readonly hours: number | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

export interface DeviceAssociation extends Record {
  readonly vehicleId: string;
  readonly deviceId: string;
  readonly enterpriseId: string;
  readonly isMain: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly deletedAt: Timestamp | null;
}

export interface UserAssociation extends Record {
  readonly vehicleId: string;
  readonly userId: string;
  readonly nature: string;
  readonly createdAt: Timestamp;
  readonly deletedAt: Timestamp | null;
}
