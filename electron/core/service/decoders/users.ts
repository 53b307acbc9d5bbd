import type { RecordBase, RecordParts } from './records';

/** A user (public API, "User"). */
export interface UserRecord extends RecordBase {
  readonly username: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone1: string | null;
  readonly phone2: string | null;
  readonly emergencyContact: string | null;
  readonly emergencyPhone: string | null;
  readonly documentNumber: string | null;
  readonly cpf: string | null;
  /** As it came: a date, without zone. */
  readonly birthdate: string | null;
  readonly locale: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** Non-null once the user is deactivated. */
  readonly deactivatedAt: number | null;
}

/** Decodes a user. */
export function decodeUser({ base, attributes }: RecordParts): UserRecord {
  return {
    ...base,
    username: attributes.text('username'),
    name: attributes.text('name'),
    email: attributes.text('email'),
    phone1: attributes.text('phone1'),
    phone2: attributes.text('phone2'),
    emergencyContact: attributes.text('emergency_contact'),
    emergencyPhone: attributes.text('emergency_phone'),
    documentNumber: attributes.text('document_number'),
    cpf: attributes.text('cpf'),
    birthdate: attributes.text('birthdate'),
    locale: attributes.text('locale'),
    createdAt: attributes.moment('created_at'),
    updatedAt: attributes.moment('updated_at'),
    deactivatedAt: attributes.moment('deactivated_at'),
  };
}

/** A role (public API, "Role"). */
export interface RoleRecord extends RecordBase {
  readonly name: string | null;
}

/** Decodes a role. */
export function decodeRole({ base, attributes }: RecordParts): RoleRecord {
  return { ...base, name: attributes.text('name') };
}
