import type { FixRow } from '../world/driving/fixes';
import { hash } from '../world/random';
import type { Vehicle } from '../world/fleet/records';
import type { World } from '../world/world';
import { isObject } from './checks';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readRecordQuery } from './query';
import { answer, type Handlers, type Service } from './service';
import { findVehicle } from './vehicles';

export function trackingHandlers(service: Service): Handlers {
  const { world } = service;
  return {
    'tracking.get': async ({ params, query }) => {
      const vehicleId = checkIdentifier('id', params.id);
      const deviceId = checkIdentifier('device_id', params.device_id);
      readRecordQuery(query, null);
      const format = isObject(query) ? query.format : undefined;
      if (format !== undefined && format !== 'JSON') throw badRequest('query.format must be JSON');
      const vehicle = findVehicle(world, vehicleId);
      const isAssociated = world.deviceAssociations
        .currentOf(vehicleId)
        .some((association) => association.deviceId === deviceId);
      const device = world.devices.get(deviceId);
      if (!isAssociated || !device) throw notFound('The device is not associated with the vehicle');
      await world.openRoads();
      const traits = world.traitsOf(vehicle);
      const now = world.now();
      // A device that was switched off says nothing new.
      const until = device.deactivatedAt === null ? now : Date.parse(device.deactivatedAt);
      const fix = traits && world.journeys.lastFix(traits, Math.floor(Math.min(now, until) / 1000));
      if (!fix) throw notFound('No position of this vehicle is known');
      return answer({ type: 'Feature', attributes: positionOf(world, vehicle, fix) });
    },
  };
}

function positionOf(world: World, vehicle: Vehicle, fix: FixRow): Record<string, unknown> {
  const position = {
    act: fix.act,
    bl: fix.battery,
    dir: fix.heading,
    geometry: { type: 'Point', coordinates: [fix.lng, fix.lat] },
    ign: fix.ignition,
    o1: outputOf(world.seed, vehicle),
    spd: fix.speed,
  };
  return asSomeDevicesTellIt(vehicle, position);
}

/** Output 1 blocks the engine; on a few vehicles it is on. */
export function outputOf(seed: number, vehicle: Vehicle): string {
  return vehicle.index !== null && hash(seed, 5001, vehicle.index) % 40 === 0 ? '1' : '0';
}

/**
 * Not every device speaks like the others: some write numbers with a decimal comma, some write
 * coordinates as text, some leave things out. Which ones is settled by their number.
 */
function asSomeDevicesTellIt(
  vehicle: Vehicle,
  position: Record<string, unknown> & { geometry: { coordinates: number[] } },
): Record<string, unknown> {
  const index = vehicle.index ?? 0;
  if (index % 37 === 11) {
    const { coordinates } = position.geometry;
    return {
      ...position,
      bl: `${String(position.bl)},0`,
      geometry: { ...position.geometry, coordinates: coordinates.map(String) },
      spd: `${String(position.spd)},0`,
    };
  }
  if (index % 53 === 7) {
    return { ...position, bl: undefined };
  }
  if (index % 61 === 13) return { ...position, o1: Number(position.o1) };
  if (index % 67 === 29) return { ...position, bl: null, o1: null };
  return position;
}
