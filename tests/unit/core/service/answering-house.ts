import type { OperationInput, OperationName, OperationOutput } from '@core/service/operations';
import type { House } from '../session/house';
import * as session from '../session/signed-in';

/** An identifier of the document's form. */
export const ID = 'aB3dE5gH7jK9mN1';

/** JSON of a vehicle. */
export function vehicle(id: string, plate: string): object {
  return { id, type: 'vehicles', attributes: { plate }, relationships: {} };
}

/** A house in which somebody signed in, with nothing seen on the wire yet. */
export async function signedIn(): Promise<House> {
  const house = await session.signedIn();
  house.transport.seen.length = 0;
  return house;
}

/** Calls an operation while a person waits, and lets the call come to its end. */
export function call<O extends OperationName>(
  house: House,
  operation: O,
  input: OperationInput<O>,
): Promise<OperationOutput<O>> {
  return house.end(house.service.call(operation, input, { lane: 'interactive' }));
}
