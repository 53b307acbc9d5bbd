import { randomBytes, randomUUID } from 'node:crypto';
import { Journeys, isNeverHeard, roadsOf, type Driving } from './driving/journeys';
import type { Traits } from './driving/traits';
import { dealArchetypes, type Archetype } from './fleet/archetypes';
import { planAssociations, SLOTS, type AssociationPlan } from './fleet/association-plan';
import { Associations } from './fleet/associations';
import { Collection } from './fleet/collection';
import { deriveChip, deriveDevice } from './fleet/devices';
import { indexOf } from './fleet/ids';
import {
  deriveEnterprise,
  deriveRole,
  deriveUser,
  enterpriseCount,
  ROLE_NAMES,
} from './fleet/people';
import type {
  Chip,
  Device,
  DeviceAssociation,
  Enterprise,
  Role,
  ServiceOrder,
  Timestamp,
  User,
  UserAssociation,
  Vehicle,
} from './fleet/records';
import { deriveServiceOrder, serviceOrderCount } from './fleet/service-orders';
import { deriveVehicle, enterpriseIndexOf, traitsOf } from './fleet/vehicles';

const DAY = 86_400_000;

interface Records {
  readonly vehicles: Collection<Vehicle>;
  readonly devices: Collection<Device>;
  readonly chips: Collection<Chip>;
  readonly users: Collection<User>;
  readonly roles: Collection<Role>;
  readonly enterprises: Collection<Enterprise>;
  readonly serviceOrders: Collection<ServiceOrder>;
  readonly deviceAssociations: Associations<DeviceAssociation>;
  readonly userAssociations: Associations<UserAssociation>;
}

/** The demo's world: its fleet, its people, and where everything is. Writes last until `reset`. */
export class World {
  readonly #deck: readonly Archetype[];
  readonly #enterprises: number;
  readonly #plan: AssociationPlan;
  #journeys: Journeys | null = null;
  #records: Records;

  constructor(
    readonly seed: number,
    readonly size: number,
    /** Milliseconds since the epoch, by the demo's own clock. */
    readonly now: () => number,
  ) {
    this.#deck = dealArchetypes(seed);
    this.#enterprises = enterpriseCount(seed);
    this.#plan = planAssociations(seed, size, this.#enterprises, (vehicle) =>
      enterpriseIndexOf(this.#deck, this.#enterprises, vehicle),
    );
    this.#records = this.#freshRecords();
  }

  get vehicles(): Collection<Vehicle> {
    return this.#records.vehicles;
  }

  get devices(): Collection<Device> {
    return this.#records.devices;
  }

  get chips(): Collection<Chip> {
    return this.#records.chips;
  }

  get users(): Collection<User> {
    return this.#records.users;
  }

  get roles(): Collection<Role> {
    return this.#records.roles;
  }

  get enterprises(): Collection<Enterprise> {
    return this.#records.enterprises;
  }

  get serviceOrders(): Collection<ServiceOrder> {
    return this.#records.serviceOrders;
  }

  get deviceAssociations(): Associations<DeviceAssociation> {
    return this.#records.deviceAssociations;
  }

  get userAssociations(): Associations<UserAssociation> {
    return this.#records.userAssociations;
  }

  /** Builds the town and its roads in small steps, so that nobody else has to wait for it. */
  async openRoads(signal?: AbortSignal): Promise<void> {
    await roadsOf(this.seed).arrive(signal);
  }

  /** What of the roads is not open yet is built at once. */
  get journeys(): Driving {
    this.#journeys ??= new Journeys(this.seed);
    return this.#journeys;
  }

  /** Forgets everything that was written. */
  reset(): void {
    this.#records = this.#freshRecords();
    this.#journeys?.clearSilences();
  }

  /** How a vehicle drives; null for one that has never sent a position. */
  traitsOf(vehicle: Vehicle): Traits | null {
    if (vehicle.index === null || isNeverHeard(vehicle.index)) return null;
    return traitsOf(this.seed, this.#deck, this.#enterprises, vehicle.index);
  }

  /** The device that speaks for a vehicle: of those in force that are main, the newest. */
  mainDeviceOf(vehicleId: string): Device | undefined {
    const main = this.deviceAssociations
      .currentOf(vehicleId)
      .filter(({ isMain }) => isMain)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
    return main && this.devices.get(main.deviceId);
  }

  /** The association in force that holds a device, if any. */
  associationOfDevice(deviceId: string): DeviceAssociation | undefined {
    for (const association of this.deviceAssociations.created()) {
      if (association.deviceId === deviceId && association.deletedAt === null) return association;
    }
    const index = indexOf(this.seed, 'device', deviceId);
    const vehicle = index < 0 ? -1 : this.#plan.vehicleOfDevice(index);
    const vehicleId = vehicle < 0 ? undefined : this.vehicles.derive(vehicle).id;
    if (vehicleId === undefined || !this.vehicles.get(vehicleId)) return undefined;
    return this.deviceAssociations
      .currentOf(vehicleId)
      .find((association) => association.deviceId === deviceId);
  }

  timestamp(): Timestamp {
    return new Date(this.now()).toISOString();
  }

  /** Identity of a record that is created now; by chance, so that no two runs give the same. */
  newIdentity(): { id: string; uuid: string } {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let id = '';
    for (const byte of randomBytes(15)) id += letters.charAt(byte % letters.length);
    return { id, uuid: randomUUID() };
  }

  #freshRecords(): Records {
    const { seed, size } = this;
    const deck = this.#deck;
    const count = this.#enterprises;
    const plan = this.#plan;
    // A device belongs to the company of its vehicle; those in stock are shared out.
    const deviceOwner = (device: number): number => {
      const vehicle = device < size ? device : plan.vehicleOfDevice(device);
      return vehicle < 0 ? device % count : enterpriseIndexOf(deck, count, vehicle);
    };
    const vehicleIndex = (id: string): number => {
      const index = indexOf(seed, 'vehicle', id);
      return index < size ? index : -1;
    };
    const chips = plan.devices + Math.max(3, Math.floor(size / 30));
    // Of the day on which it began: what was read of an order stays as it is while the demo runs.
    const orders = { seed, vehicles: size, day: Math.floor(this.now() / DAY) * DAY };
    return {
      vehicles: new Collection(seed, 'vehicle', size, (i) => deriveVehicle(seed, deck, count, i)),
      devices: new Collection(seed, 'device', plan.devices, (i) =>
        deriveDevice(seed, deviceOwner(i), i),
      ),
      chips: new Collection(seed, 'chip', chips, (i) =>
        deriveChip(seed, i < plan.devices ? deviceOwner(i) : i % count, i),
      ),
      users: new Collection(seed, 'user', plan.users, (i) => deriveUser(seed, count, i)),
      roles: new Collection(seed, 'role', ROLE_NAMES.length, (i) => deriveRole(seed, i)),
      enterprises: new Collection(seed, 'enterprise', count, (i) => deriveEnterprise(seed, i)),
      serviceOrders: new Collection(seed, 'serviceOrder', serviceOrderCount(size), (i) =>
        deriveServiceOrder(orders, i),
      ),
      deviceAssociations: new Associations(
        seed,
        'deviceAssociation',
        SLOTS,
        (vehicle) => (vehicle < size ? plan.deviceAssociations(vehicle) : []),
        vehicleIndex,
      ),
      userAssociations: new Associations(
        seed,
        'userAssociation',
        SLOTS,
        (vehicle) => (vehicle < size ? plan.userAssociations(vehicle) : []),
        vehicleIndex,
      ),
    };
  }
}
