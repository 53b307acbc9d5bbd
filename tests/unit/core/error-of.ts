import { FleetdeskError, type AppError } from '@contract/errors';

/** The error that a promise ends with; a promise that ends well is a fault of the test. */
export async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (caught) {
    return FleetdeskError.from(caught);
  }
  throw new Error('It succeeded.');
}
