/**
 * The one place where the names of vehicle attributes meet: the app's own, those of read
 * responses, and those that create and update accept (public API, "Vehicle": they differ).
 */
export const vehicleNames = {
  plate: { read: 'plate', write: 'plate' },
  vin: { read: 'vin', write: 'vin' },
  typeName: { read: 'type_name', write: 'type' },
  code: { read: 'code', write: 'code' },
  brandName: { read: 'brand_name', write: 'brand' },
  modelName: { read: 'model_name', write: 'model' },
  year: { read: 'year', write: 'year' },
  description: { read: 'description', write: 'description' },
  color: { read: 'color', write: 'color' },
  batch: { read: 'batch', write: 'batch' },
  registrationNumber: { read: 'registration_number', write: 'registration_number' },
} as const;

/** A vehicle attribute that create and update accept, by the app's name. */
export type VehicleField = keyof typeof vehicleNames;
