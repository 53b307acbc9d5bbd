import { z } from 'zod';

/**
 * Every way a call can fail, as one closed union. Each code has a sentence for a person in every
 * locale (`resources/locales/<locale>/errors.json`) that says what happened and what to do.
 */
export const errorCodes = [
  'offline',
  'timeout',
  'unauthenticated',
  'forbidden',
  'not-found',
  'invalid-request',
  'conflict',
  'rate-limited',
  'service-error',
  'bad-response',
  'keychain-locked',
  'keychain-unavailable',
  'store-damaged',
  'file-unreadable',
  'cancelled',
] as const;

/** One code of the error union. */
export type ErrorCode = (typeof errorCodes)[number];

/**
 * What narrows a code down where a person can do something different about it. A sentence is
 * looked up under `code.reason` first and under `code` otherwise.
 */
export const errorReasons = [
  /** No address for the host name. */
  'host-unknown',
  /** The host answered, nothing listens on the port. */
  'connection-refused',
  /** The certificate is not trusted or does not fit the host. */
  'certificate',
  /** The secure connection failed, in its handshake or later. */
  'secure-connection',
  /** The proxy of this network asks for a name and password. Nothing was sent. */
  'proxy-sign-in',
  /** The script that was set to choose the proxy can't be loaded or run. Nothing was sent. */
  'proxy-script',
  /** A web page came instead of JSON. */
  'html',
  /** The body is not JSON, or ended early. */
  'not-json',
  /** JSON that does not hold what the document promises. */
  'unexpected-shape',
  /** The answer is larger than Fleetdesk reads of this operation. */
  'too-large',
  /** The service sent the call elsewhere; `redirectTo` names the place. */
  'redirect',
  /** The administrator of this computer does not allow it. */
  'administrator',
  /** User name or password were refused. */
  'refused',
  /** The service answers 500 both for refused credentials and for its own faults. */
  'refused-or-fault',
  /** The service asks for a public key, and none was sent. */
  'public-key-needed',
  /** The service does not accept the public key, at whichever place it was sent. */
  'public-key-refused',
  /** The session ended at the service; the password is needed again. */
  'expired',
  /** Nobody is signed in. */
  'signed-out',
  /** The service profile does not name the optional operation that this needs. */
  'feature-absent',
  /** Plain HTTP to another machine has not been confirmed. */
  'plain-http',
  /** The keychain entry exists and cannot be read as what Fleetdesk wrote. */
  'unreadable',
  /** The passphrase does not open the saved session. */
  'wrong-passphrase',
  /** A service profile or connection file breaks the schema; `fields` names the keys. */
  'profile-broken',
  /** The file has no certificates in PEM form. */
  'certificate-file',
  /** The certificate is of a server or a person, and signs no others. */
  'certificate-not-authority',
  /** The certificate has ended. */
  'certificate-ended',
  /** With those of the file, more authorities would be kept than may be. */
  'certificate-many',
  /** The local port is taken by another program. */
  'port-in-use',
  /** The demo service could not start. */
  'demo-failed',
  /** The vehicle has no main device, so it has neither position nor trajectory. */
  'no-device',
  /** The person chose to work offline. */
  'work-offline',
  /** The person works offline, so that no map server is asked. */
  'map-work-offline',
  /** The disk is full. */
  'disk-full',
  /** The folder of the store can't be written. */
  'read-only',
  /** Another copy of Fleetdesk has the store open. */
  'in-use',
  /** The store is there and its key is not in the keychain. */
  'key-missing',
  /** A later version of Fleetdesk wrote the store. */
  'newer-version',
  /** The store is not open, so nothing can be kept. */
  'store-closed',
  /** The record is not kept and the service could not be asked. */
  'not-kept',
  /** What was to be changed in the outbox is done or gone. */
  'entry-done',
  /** A part of the action that was to be undone was sent, or may have been. */
  /** The device that was to be replaced is to leave its vehicle already. */
  'is-leaving',
  /** The file is neither GeoJSON nor KML. */
  'zone-file-kind',
  /** A KML file declares entities of its own. */
  'zone-file-entities',
  /** The file has more zones than can be taken at once. */
  'zone-file-many',
  /** A file with zones is larger than Fleetdesk reads. */
  'zone-file-large',
  /** The file was not written by Fleetdesk, and is no table. */
  'label-file-kind',
  /** A table has no column that names vehicles, or none that says what they have. */
  'label-file-columns',
  /** The file has more tags, groups or vehicles than an office keeps. */
  'label-file-many',
  /** The file of a map, or the drive that it is on, is not there. */
  'map-file-gone',
  /** The file is neither PMTiles nor MBTiles. */
  'map-unknown-file',
  /** The file of a map ends before its content does. */
  'map-cut-off',
  /** What is read of the file of a map does not hold together. */
  'map-damaged',
  /** The tiles are compressed in a way that Fleetdesk does not read. */
  'map-compression',
  /** The layers of the tiles are of no schema that Fleetdesk draws. */
  'map-schema',
  /** The tiles are neither vector tiles nor pictures that Fleetdesk draws. */
  'map-tile-form',
  /** A tile is larger than Fleetdesk reads. */
  'map-tile-too-large',
  /** The address of an online map can't be used as it is. */
  'map-address',
  /** The address leads into a private network, which nobody has allowed. */
  'map-private-address',
  /** The address, or where it redirects to, is not encrypted. */
  'map-plain-http',
  /** The map server redirects without an end, or to no address. */
  'map-redirect',
  /** The map server can't be reached. */
  'map-offline',
  /** The map server does not answer in time. */
  'map-timeout',
  /** The map server refuses: a key is missing, wrong or blocked. */
  'map-refused',
  /** The map server has none of the tiles that were asked for. */
  'map-no-tiles',
  /** The map server asks to wait. */
  'map-busy',
  /** The map server has a fault of its own. */
  'map-server',
  /** What came is no picture, but a web page or an error text. */
  'map-not-image',
  /** The pictures have another size than map tiles have. */
  'map-tile-size',
  /** The key of an address can't be read from the keychain. */
  'map-key',
  /** The tiles of online maps can't be kept on the disk. */
  'map-cache',
  /** What answers at an address is no WMS. */
  'wms-answer',
  /** The WMS refuses with words of its own. */
  'wms-refused',
  /** What a WMS says of itself is cut off, broken, or declares entities. */
  'wms-damaged',
  /** What a WMS says of itself is larger than Fleetdesk reads. */
  'wms-too-large',
  /** A WMS names no layer. */
  'wms-no-layers',
  /** None of the layers of a WMS is offered in the projection of the map. */
  'wms-projection',
  /** A WMS sends no pictures that Fleetdesk draws. */
  'wms-format',
  /** No server that finds addresses was chosen. */
  'geocoder-off',
  /** The server that finds addresses can't be reached. */
  'geocoder-offline',
  /** The server that finds addresses does not answer in time. */
  'geocoder-timeout',
  /** The server that finds addresses refuses. */
  'geocoder-refused',
  /** The server that finds addresses asks to wait, or too many searches wait for it. */
  'geocoder-busy',
  /** The server that finds addresses has a fault of its own. */
  'geocoder-server',
  /** What came is no list of addresses of the kind that was chosen. */
  'geocoder-answer',
  /** The address of that server, or where it redirects to, may not be asked. */
  'geocoder-address',
  /** The server of an archive sends files only whole. */
  'map-no-ranges',
  /** The disk has no room for a copy of a region. */
  'map-disk-full',
  /** Too many regions are copied, or one into the same file. */
  'map-copies',
  /** There is no file at the address of an archive. */
  'map-archive-gone',
  /** The archive changed on its server again and again while it was copied. */
  'map-changed',
  /** A region holds more tiles than a copy may have. */
  'map-region-large',
  /** The archive holds nothing of a region. */
  'map-region-empty',
  /** A fault inside Fleetdesk itself. */
  'internal',
] as const;

/** One reason that narrows a code. */
export type ErrorReason = (typeof errorReasons)[number];

/** What is wrong with a map server passes without a person: no network now, or it is busy. */
export const passingMapReasons: ReadonlySet<ErrorReason | undefined> = new Set([
  ...(['map-offline', 'map-timeout', 'map-busy', 'map-server'] as const),
]);

/** A message for one field of what was sent; `path` as in `attributes.plate`. */
export const fieldMessageSchema = z.object({
  path: z.string(),
  /** The service's words; of a check of our own, technical ones. */
  message: z.string(),
  /** What a check of our own found, by its key in `field-checks.ts`, with its numbers. */
  says: z.string().max(40).optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** A message for one field of what was sent. */
export type FieldMessage = z.infer<typeof fieldMessageSchema>;

/** An error as it crosses the bridge: a value, never thrown. */
export const appErrorSchema = z.object({
  code: z.enum(errorCodes),
  reason: z.enum(errorReasons).optional(),
  /** Technical words, for the details that a person can open; never markup, never a secret. */
  message: z.string(),
  /** The service's own words, as plain text. */
  serviceMessage: z.string().optional(),
  /** HTTP status of the answer, where there was one. */
  status: z.number().int().optional(),
  /** Messages that belong to single fields. */
  fields: z.array(fieldMessageSchema).optional(),
  /** When a new attempt makes sense, epoch milliseconds. */
  retryAt: z.number().optional(),
  /** Where a refused redirect pointed. */
  redirectTo: z.string().optional(),
});

/** An error as it crosses the bridge. */
export type AppError = z.infer<typeof appErrorSchema>;

/** The answer of every call: data or an error of the union. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: AppError };

/** Wraps data as a successful answer. */
export function succeed<T>(data: T): { ok: true; data: T } {
  return { ok: true, data };
}

/** Wraps an error as a failed answer. */
export function fail(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}

/** An {@link AppError} that travels as an exception inside one process; the registrar unwraps it. */
export class FleetdeskError extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: { cause?: unknown }) {
    super(error.message, options);
    this.name = 'FleetdeskError';
    this.error = error;
  }

  /** The error value of anything caught: known ones as they are, others as an internal fault. */
  static from(caught: unknown): AppError {
    if (caught instanceof FleetdeskError) return caught.error;
    return {
      code: 'service-error',
      reason: 'internal',
      message: caught instanceof Error ? caught.message : String(caught),
    };
  }
}
